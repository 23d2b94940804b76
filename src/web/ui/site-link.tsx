import type { ReactNode } from 'react';

interface SiteLinkProps {
  /** A path of this site's pages. */
  to: string;
  className?: string;
  /** It leads to the page that is shown, or to what that is a part of. */
  isCurrent?: boolean;
  children: ReactNode;
}

/**
 * A link to another page of the site, for lists, the header and the footer: plain HTML, followed without a reload by the one listener of
 * use-site-links.ts. A page of results has some sixty, and the router's own link would be a third of drawing it.
 */
export function SiteLink({ to, className, isCurrent = false, children }: SiteLinkProps) {
  return (
    <a href={to} data-site-link="" aria-current={isCurrent ? 'page' : undefined} className={className}>
      {children}
    </a>
  );
}
