/** The form that somebody used last: a toast must not cover it. */
let usedForm = document.activeElement?.closest('form') ?? null;

const listeners = new Set<() => void>();

/** Calls `listener` when somebody uses a form. */
export function onFormUsed(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

// Loaded with the toasts, at the first focus of a visit; a button that is disabled while it sends loses the focus.
addEventListener('focusin', ({ target }) => {
  const form = target instanceof Element ? target.closest('form') : null;
  if (form === null) return;
  usedForm = form;
  for (const listener of listeners) listener();
});

/** A toast with a long text is about as high. */
const toastRoomPx = 150;

/**
 * The end of the screen where a toast leaves the form that somebody used last in sight: the bottom, unless the form is there and
 * the top is free.
 */
export function toastSide(): 'top' | 'bottom' {
  if (usedForm === null || !usedForm.isConnected) return 'bottom';
  const { top, bottom } = usedForm.getBoundingClientRect();
  const isAtBottom = bottom > innerHeight - toastRoomPx && top < innerHeight;
  const isAtTop = top < toastRoomPx && bottom > 0;
  if (!isAtBottom || isAtTop) return 'bottom';
  return 'top';
}
