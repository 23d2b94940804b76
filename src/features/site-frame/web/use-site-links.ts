import { useEffect } from 'react';
import { useNavigate } from 'react-router';

/**
 * Tells whether the browser should follow the link itself: another tab or window, a download, another mouse
 * button.
 */
function isForBrowser(event: MouseEvent, link: HTMLAnchorElement): boolean {
  const withKey = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
  return event.defaultPrevented || event.button !== 0 || withKey || (link.target !== '' && link.target !== '_self');
}

/** Follows each SiteLink without a reload, as the router's own links do. */
export function useSiteLinks(): void {
  const navigate = useNavigate();
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      const link = (event.target as Element | null)?.closest<HTMLAnchorElement>('a[data-site-link]');
      if (!link || isForBrowser(event, link)) return;
      event.preventDefault();
      const to = link.pathname + link.search + link.hash;
      const here = window.location.pathname + window.location.search + window.location.hash;
      // The frame scrolls for a new path only. A link to the current page should lead to its top too.
      if (link.pathname === window.location.pathname && link.hash === '') window.scrollTo(0, 0);
      void navigate(to, { replace: to === here });
    };
    document.addEventListener('click', follow);
    return () => document.removeEventListener('click', follow);
  }, [navigate]);
}
