const reachable = 'button:not([disabled]), a[href], summary, input:not([disabled])';
/** An answer that takes longer changes what the person looks at anyway. */
const patienceMs = 10_000;

/**
 * For an act whose button goes with its part of the page: once that is gone, and with it the focus, the nearest control that stays
 * gets it. Without it, the keyboard begins at the top of the page again.
 * @param pressed the button, or what is around it
 */
export function keepFocusNear(pressed: Element | null): void {
  if (pressed === null) return;
  const around: Element[] = [];
  for (let at = pressed.parentElement; at !== null; at = at.parentElement) around.push(at);
  const observer = new MutationObserver(() => {
    if (pressed.isConnected) return;
    observer.disconnect();
    if (document.activeElement !== document.body) return;
    for (const part of around) {
      const next = part.isConnected ? part.querySelector<HTMLElement>(reachable) : null;
      next?.focus({ preventScroll: true });
      if (next) return;
    }
  });
  observer.observe(document.body, { childList: true, subtree: true });
  setTimeout(() => observer.disconnect(), patienceMs);
}
