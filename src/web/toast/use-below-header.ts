import { type RefObject, useLayoutEffect } from 'react';

const narrowPx = 768;

/** Keeps a toast right below the header of a narrow screen, whose foot has the next step of the page. The header stays in sight while the page scrolls. */
export function useBelowHeader(toast: RefObject<HTMLElement | null>, isHigh: boolean): void {
  useLayoutEffect(() => {
    const { current: place } = toast;
    if (!isHigh || place === null || innerWidth >= narrowPx) return undefined;
    const move = () => {
      place.style.top = `${document.querySelector('header')?.getBoundingClientRect().bottom ?? 0}px`;
      place.style.bottom = 'auto';
    };
    move();
    addEventListener('scroll', move, { passive: true });
    return () => {
      removeEventListener('scroll', move);
      place.style.top = '';
      place.style.bottom = '';
    };
  }, [toast, isHigh]);
}
