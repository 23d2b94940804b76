import type { ReactNode } from 'react';

interface SiteLinkProps {
  /** A path of this site's pages. */
  to: string;
  className?: string;
  children: ReactNode;
}

/**
 * A link to another page of the site, for lists and the footer: plain HTML, followed without a reload by the one listener of
 * use-site-links.ts. A page of results has some sixty, and the router's own link would be a third of drawing it.
 */
export function SiteLink({ to, className, children }: SiteLinkProps) {
  return (
    <a href={to} data-site-link="" className={className}>
      {children}
    </a>
  );
}
