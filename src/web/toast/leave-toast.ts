/** Finds a place for the focus when the button of a toast goes with its press. Loaded with the toasts, at the first focus of a visit. */

const toasts = '[data-toasts]';
/** The thing that comes back is drawn by then: the call and the list that is read again have been answered. */
const waitMs = 10_000;

/** The part of the page that had the focus before the toast. */
let last: Element | null = document.activeElement;

addEventListener('focusin', ({ target }) => {
  if (target instanceof Element && target.closest(toasts) === null) last = target;
});

const isLost = () => document.activeElement === null || document.activeElement === document.body;

/** Only with the keyboard does the page scroll there: a pointer would lose its place. */
function focus(part: HTMLElement): boolean {
  part.focus({ preventScroll: true });
  if (document.activeElement !== part) return false;
  if (part.matches(':focus-visible')) part.scrollIntoView({ block: 'nearest' });
  return true;
}

function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>('main h1') ?? document.getElementById('main');
  if (heading === null) return;
  if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1;
  focus(heading);
}

/** A field opens the keyboard of a phone, and the page as a whole is no place to go on from. */
const isPlace = (element: Element | null): element is HTMLElement =>
  element instanceof HTMLElement &&
  element.isConnected &&
  element !== document.body &&
  !element.matches('main, input, textarea, select');

/** The line of the thing in the queue, its row or card, or a link to its page, in this order. */
function findPart(id: string): HTMLElement | null {
  const main = document.getElementById('main');
  // On its own page, links to it stand in its history.
  if (main === null || location.pathname.endsWith(id)) return null;
  const name = CSS.escape(id);
  return (
    main.querySelector<HTMLElement>(`[aria-controls="queue-${name}"]`) ??
    main.querySelector<HTMLElement>(`[data-undo="${name}"] :is(a, button:enabled)`) ??
    main.querySelector<HTMLElement>(`a[href$="/${name}"]`)
  );
}

/**
 * Takes the focus out of a toast whose button is about to go: to what comes back with it, once that is drawn, until then to
 * where it was before, or to the heading of the page. It would be lost otherwise, and the next Tab would begin at the top. Whoever
 * goes on meanwhile stays there.
 * @param ids of what comes back; the first that is on the page counts
 */
export function leaveToast(ids: readonly string[]): void {
  if (!document.activeElement?.closest(toasts)) return;
  if (!isPlace(last) || !focus(last)) focusHeading();
  let held: Element | null = document.activeElement;
  let isThere = false;
  const observer = new MutationObserver(look);
  const timer = setTimeout(end, waitMs);

  function end() {
    clearTimeout(timer);
    observer.disconnect();
  }
  function look() {
    if (!isLost() && document.activeElement !== held) return end();
    // The part that has the focus may be drawn anew.
    if (isThere && !isLost()) return;
    const part = ids.map(findPart).find((one) => one !== null);
    if (part && focus(part)) isThere = true;
    else if (isLost()) focusHeading();
    held = document.activeElement;
  }
  observer.observe(document.body, { childList: true, subtree: true, attributes: true });
  look();
}
