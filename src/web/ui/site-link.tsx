import type { ReactNode } from 'react';

interface SiteLinkProps {
  /** A path of this site's pages. */
  to: string;
  className?: string;
  /** The link leads to the page that is shown, or to its parent. */
  isCurrent?: boolean;
  children: ReactNode;
}

/**
 * A link to another page of the site, for lists, header and footer. It is plain HTML; the listener in
 * use-site-links.ts follows it without a reload. A page of results has some sixty links, and with the
 * router's own link they would be a third of the rendering time.
 */
export function SiteLink({ to, className, isCurrent = false, children }: SiteLinkProps) {
  return (
    <a href={to} data-site-link="" aria-current={isCurrent ? 'page' : undefined} className={className}>
      {children}
    </a>
  );
}
