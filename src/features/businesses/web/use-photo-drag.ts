/**
 * Reorders photos with a mouse, a finger or a pen. Uses pointer events, because the browser's own drag and drop ignores
 * fingers. Each photo's element needs its id in `data-photo`.
 */
import { type PointerEvent, useLayoutEffect, useState } from 'react';

/** The page scrolls when the pointer is this near to an edge of the window. */
const edgePx = 72;
const scrollStepPx = 12;

interface Drag {
  id: string;
  /** The photo whose place it would take. */
  over: string | null;
}

const photoAt = (x: number, y: number) =>
  document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-photo]')?.dataset.photo ?? null;

export function usePhotoDrag(onDrop: (id: string, over: string) => void) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const isDragging = drag !== null;

  useLayoutEffect(() => {
    if (!isDragging) return;
    let pointerY = innerHeight / 2;
    let frame = 0;
    const follow = (event: globalThis.PointerEvent) => {
      pointerY = event.clientY;
    };
    const cancel = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setDrag(null);
    };
    const scroll = () => {
      if (pointerY < edgePx) scrollBy(0, -scrollStepPx);
      else if (pointerY > innerHeight - edgePx) scrollBy(0, scrollStepPx);
      frame = requestAnimationFrame(scroll);
    };
    addEventListener('pointermove', follow);
    addEventListener('keydown', cancel);
    frame = requestAnimationFrame(scroll);
    return () => {
      removeEventListener('pointermove', follow);
      removeEventListener('keydown', cancel);
      cancelAnimationFrame(frame);
    };
  }, [isDragging]);

  return {
    dragged: drag?.id ?? null,
    over: drag !== null && drag.over !== drag.id ? drag.over : null,
    /** Props of the element that is dragged: a grip, or the photo itself. */
    handlersOf: (id: string, { byMouseOnly = false } = {}) => ({
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        if (event.button !== 0 || (byMouseOnly && event.pointerType !== 'mouse')) return;
        event.preventDefault();
        // A grip stands in its photo, which listens as well.
        event.stopPropagation();
        event.currentTarget.setPointerCapture(event.pointerId);
        setDrag({ id, over: null });
      },
      onPointerMove: ({ clientX, clientY }: PointerEvent<HTMLElement>) => {
        setDrag((before) => before && { ...before, over: photoAt(clientX, clientY) });
      },
      onPointerUp: (event: PointerEvent<HTMLElement>) => {
        event.stopPropagation();
        const over = photoAt(event.clientX, event.clientY);
        // Not after Escape.
        if (drag !== null && over !== null && over !== drag.id) onDrop(drag.id, over);
        setDrag(null);
      },
      onPointerCancel: () => setDrag(null),
    }),
  };
}
