/**
 * Counts what visitors see and touch, without knowing who they are: an element with `data-counts` (an address of the API)
 * counts as seen once half of it was on screen for a second, and a link or button in it, or beside the page's only one,
 * with `data-count` counts when it is followed. Loaded after the page has come to rest; the server leaves out robots and
 * repetitions.
 */
const seenMs = 1_000;

/** By element, the address that it last counted for: React may use an element again for something else. */
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
  const address = addressOf(touched.closest('[data-counts]') ?? document.querySelector('[data-counts]'));
  if (address !== '') send(address, touched.getAttribute('data-count') ?? '');
}

/** For as long as the page lives; call it once. */
export function countVisits(): void {
  const observer = new IntersectionObserver(followSight, { threshold: 0.5 });
  let watched = new WeakMap<Element, string>();
  const watch = () => {
    for (const element of document.querySelectorAll('[data-counts]')) {
      const address = addressOf(element);
      if (watched.get(element) === address || counted.get(element) === address) continue;
      watched.set(element, address);
      // Beginning anew asks again whether it is on screen.
      observer.unobserve(element);
      observer.observe(element);
    }
  };
  // The middle button opens a link, too.
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
