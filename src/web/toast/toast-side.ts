export type ToastSide = 'top' | 'bottom';

/** The form that somebody used last: a toast must not cover it. */
let usedForm = document.activeElement?.closest('form') ?? null;

const listeners = new Set<() => void>();

/** Calls `listener` when somebody uses a form, and when what is on the screen moves. */
export function onFormMoved(listener: () => void): () => void {
  listeners.add(listener);
  const scroll = { capture: true, passive: true };
  addEventListener('scroll', listener, scroll);
  addEventListener('resize', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('scroll', listener, scroll);
    removeEventListener('resize', listener);
  };
}

// Loaded with the toasts, at the first focus of a visit; a button that is disabled while it sends loses the focus.
addEventListener('focusin', ({ target }) => {
  const form = target instanceof Element ? target.closest('form') : null;
  if (form === null) return;
  usedForm = form;
  for (const listener of listeners) listener();
});

/** A toast with a long text is about as high: for one that is not drawn yet. */
const toastRoomPx = 150;
const whatPeopleUse = 'input, select, textarea, button, [contenteditable], [role="alert"]';

/** The parts of the form that somebody used last that the toast would lie on, at that end of the screen. */
function covered(side: ToastSide, form: Element, toast: DOMRect): number {
  const height = Math.max(toast.height, toastRoomPx);
  const from = side === 'top' ? 0 : innerHeight - height;
  return [...form.querySelectorAll(whatPeopleUse)].filter((one) => {
    const { top, bottom, left, right } = one.getBoundingClientRect();
    return bottom > from && top < from + height && right > toast.left && left < toast.right;
  }).length;
}

/**
 * The end of the screen where a toast leaves more of the form that somebody used last free; it stays where it is while the other
 * end is no better.
 *
 * @param toast Its place now, in CSS pixels.
 */
export function toastSide(now: ToastSide, toast: DOMRect | undefined): ToastSide {
  if (usedForm === null || !usedForm.isConnected || toast === undefined) return now;
  const other = now === 'top' ? 'bottom' : 'top';
  return covered(other, usedForm, toast) < covered(now, usedForm, toast) ? other : now;
}
