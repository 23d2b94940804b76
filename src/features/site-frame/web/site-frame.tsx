/** Header, page and footer, and the work of every navigation: scroll to the top and move the focus. */
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { cityQuery } from '#features/city-guide/web/city-queries.ts';
import { useTownNotices } from '#features/notices/web/use-town-notices.ts';
import { useLocation, useNavigationType } from '#web/router/router.tsx';
import { Toaster } from '#web/toast/toaster.tsx';
import { DialogPlace } from '#web/ui/dialog-place.tsx';
import { InTurn } from '#web/ui/in-turn.tsx';
import { ErrorScreen } from './error-screen.tsx';
import { PageErrorBoundary } from './page-error-boundary.tsx';
import { SiteFooter } from './site-footer.tsx';
import { SiteHeader } from './site-header.tsx';
import { useSiteLinks } from './use-site-links.ts';

export function SiteFrame({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  // Subscribed here, so that the cache keeps the facts as long as the page is open.
  useQuery(cityQuery);
  const main = useRef<HTMLElement>(null);
  useSiteLinks();
  useTownNotices();
  useScrollToTop();
  useFocusOnNewPage(main);
  return (
    <div className="flex min-h-dvh flex-col">
      <InTurn>
        <SiteHeader />
      </InTurn>
      <main id="main" ref={main} tabIndex={-1} className="outline-none">
        <PageErrorBoundary key={pathname} fallback={<ErrorScreen />}>
          {children}
        </PageErrorBoundary>
      </main>
      <InTurn>
        <SiteFooter />
      </InTurn>
      <Toaster />
      <DialogPlace />
    </div>
  );
}

/**
 * Scrolls to the top on each navigation, then to the part that the address names. Back and forward return to
 * the old position.
 */
function useScrollToTop(): void {
  const { pathname, hash, key } = useLocation();
  const type = useNavigationType();
  const shown = useRef(pathname);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every navigation stops waiting for the part of the former page
  useEffect(() => {
    // Only a new path scrolls; a changed filter keeps the position.
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (type === 'POP') return;
    window.scrollTo(0, 0);
    if (hash !== '') return scrollToOnceThere(hash.slice(1));
  }, [pathname, hash, key, type]);
}

/** Scrolls to a part that may appear later, with the page's data. */
function scrollToOnceThere(id: string): () => void {
  const observer = new MutationObserver(look);
  function look() {
    const part = document.getElementById(id);
    if (part === null) return;
    observer.disconnect();
    part.scrollIntoView();
  }
  observer.observe(document.body, { childList: true, subtree: true });
  look();
  return () => observer.disconnect();
}

/** Moves the focus to the new page: otherwise a screen reader stays at the link that was followed. */
function useFocusOnNewPage(main: React.RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    main.current?.focus({ preventScroll: true });
  }, [pathname, main]);
}
