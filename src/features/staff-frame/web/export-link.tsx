import { queryString } from '#shared/endpoint.ts';
import type { NeededRights } from '#shared/staff-rights.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { useMay } from './use-may.ts';

interface ExportLinkProps {
  /** A file of app/front/staff-exports.ts. */
  list: 'businesses' | 'events' | 'orders' | 'money-acts';
  /** Who may have it; nobody else sees the link. */
  rights: NeededRights;
  /** What the page's list is narrowed by: the file has the same rows. */
  filter?: Record<string, string>;
  label?: string;
}

/** A plain link: the server answers with a file. */
export function ExportLink({ list, rights, filter, label = 'Export' }: ExportLinkProps) {
  if (!useMay(rights)) return null;
  return (
    <a
      href={`/staff/exports/${list}.csv${queryString(filter)}`}
      download
      className={buttonClass('secondary', 'medium', 'px-4')}
    >
      {label}
    </a>
  );
}
