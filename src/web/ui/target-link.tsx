import type { ReactNode } from 'react';
import { SiteLink } from './site-link.tsx';

/**
 * A link whose target the city pack sets: a path of this site, a web address, or null. Without a target it is
 * a placeholder link as HTML defines it: it looks like a link and leads nowhere.
 */
export function TargetLink({ to, className, children }: { to: string | null; className: string; children: ReactNode }) {
  if (to === null) {
    return (
      // biome-ignore lint/a11y/useValidAnchor: no target yet, on purpose
      <a role="link" aria-disabled="true" className={className}>
        {children}
      </a>
    );
  }
  return to.startsWith('/') ? (
    <SiteLink to={to} className={className}>
      {children}
    </SiteLink>
  ) : (
    <a href={to} className={className}>
      {children}
    </a>
  );
}
