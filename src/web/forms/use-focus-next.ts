import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Moves the focus to what stands in the place of a button that is gone after its press. Without it, the keyboard begins at
 * the top of the page again.
 * @returns `box` for the element around both, and a call that names the next one by its attribute `data-part`
 */
export function useFocusNext<E extends HTMLElement>(): { box: RefObject<E | null>; focusNext: (part: string) => void } {
  const box = useRef<E>(null);
  const next = useRef('');
  useLayoutEffect(() => {
    if (next.current !== '') box.current?.querySelector<HTMLElement>(`[data-part="${next.current}"]`)?.focus();
    next.current = '';
  });
  return {
    box,
    focusNext: (part) => {
      next.current = part;
    },
  };
}
