/**
 * Counts views and clicks without knowing who the visitors are. An element with `data-counts` (an API
 * address) counts as viewed once half of it was on screen for a second. A link or button with `data-count`,
 * inside such an element or beside the page's only one, counts when it is followed; `data-count-at` names
 * another address for the click alone. The script loads after the page is idle; the server leaves out robots
 * and repetitions.
 */
const seenMs = 1_000;

/** The address that each element last counted for: Preact may reuse an element for other content. */
const counted = new WeakMap<Element, string>();
const timers = new WeakMap<Element, number>();

function send(address: string, what: string): void {
  navigator.sendBeacon(address, new Blob([JSON.stringify({ what })], { type: 'application/json' }));
}

const addressOf = (element: Element | null) => element?.getAttribute('data-counts') ?? '';

function noteSeen(element: Element): void {
  const address = addressOf(element);
  if (address === '' || document.visibilityState !== 'visible' || counted.get(element) === address) return;
  counted.set(element, address);
  send(address, 'view');
}

function followSight(entries: readonly IntersectionObserverEntry[]): void {
  for (const { target, isIntersecting } of entries) {
    clearTimeout(timers.get(target));
    if (isIntersecting) timers.set(target, window.setTimeout(noteSeen, seenMs, target));
  }
}

function noteTouch({ target }: Event): void {
  const touched = target instanceof Element ? target.closest('[data-count]') : null;
  if (touched === null) return;
  const shown = touched.closest('[data-counts]') ?? document.querySelector('[data-counts]');
  const address = touched.getAttribute('data-count-at') ?? addressOf(shown);
  if (address !== '') send(address, touched.getAttribute('data-count') ?? '');
}

/** Counts for as long as the page lives; call it once. */
export function countVisits(): void {
  const observer = new IntersectionObserver(followSight, { threshold: 0.5 });
  let watched = new WeakMap<Element, string>();
  const watch = () => {
    for (const element of document.querySelectorAll('[data-counts]')) {
      const address = addressOf(element);
      if (watched.get(element) === address || counted.get(element) === address) continue;
      watched.set(element, address);
      // Observing anew makes the browser report again whether the element is on screen.
      observer.unobserve(element);
      observer.observe(element);
    }
  };
  // The middle button opens a link too (auxclick).
  for (const type of ['click', 'auxclick']) document.addEventListener(type, noteTouch, true);
  new MutationObserver(watch).observe(document, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ['data-counts'],
  });
  document.addEventListener('visibilitychange', () => {
    watched = new WeakMap();
    watch();
  });
  watch();
}
