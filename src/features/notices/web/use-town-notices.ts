import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLocation } from '#web/router/router.tsx';

/**
 * Keeps the bars above the page true while people stay: asks again with every page that they open, and takes a
 * bar away at its end. The first page came with its bars, so it loads none of this unless there is one.
 */
export function useTownNotices(): void {
  const client = useQueryClient();
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    const isNewPage = shown.current !== pathname;
    shown.current = pathname;
    if (!isNewPage && !document.getElementById('town-notices')) return;
    // Without a connection the bars stay as they are.
    import('./follow-notices.ts').then(
      ({ followNotices }) => followNotices(client, isNewPage),
      () => undefined,
    );
  }, [pathname, client]);
}
