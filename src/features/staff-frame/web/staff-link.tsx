import type { ReactNode } from 'react';
import { Link } from '#web/router/link.tsx';
import { rightsOfPage } from '../staff-pages.ts';
import { useMay } from './use-may.ts';

interface StaffLinkProps {
  to: string;
  className?: string;
  children: ReactNode;
}

/** A link inside the staff area; only its words when the page behind it is not for this person. */
export function StaffLink({ to, className, children }: StaffLinkProps) {
  const isOpen = useMay(rightsOfPage(to) ?? 'any');
  if (!isOpen) return <span className={className}>{children}</span>;
  return (
    <Link to={to} className={className}>
      {children}
    </Link>
  );
}
