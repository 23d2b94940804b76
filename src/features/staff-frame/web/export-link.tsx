import { queryString } from '#shared/endpoint.ts';
import type { NeededRights } from '#shared/staff-rights.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { useMay } from './use-may.ts';

interface ExportLinkProps {
  /** A file of app/front/staff-exports.ts. */
  list: 'audit' | 'businesses' | 'events' | 'orders' | 'money-acts' | 'plan-payments';
  /** Nobody without one of these sees the link. */
  rights: NeededRights;
  /** The filter of the page: the file has the same rows. */
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
