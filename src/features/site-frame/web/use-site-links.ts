import { useEffect } from 'react';
import { isForBrowser, isHere, markFollowed } from '#web/router/follow.ts';
import { useNavigate } from '#web/router/router.tsx';

/** Follows each SiteLink without a reload, as the router's own links do. */
export function useSiteLinks(): void {
  const navigate = useNavigate();
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      const link = (event.target as Element | null)?.closest<HTMLAnchorElement>('a[data-site-link]');
      if (!link || event.defaultPrevented || isForBrowser(event, link)) return;
      event.preventDefault();
      // The frame scrolls for a new path only. A link to the current page should lead to its top too.
      if (link.pathname === window.location.pathname && link.hash === '') window.scrollTo(0, 0);
      markFollowed(link, navigate(link.href, { replace: isHere(link) }));
    };
    document.addEventListener('click', follow);
    return () => document.removeEventListener('click', follow);
  }, [navigate]);
}
