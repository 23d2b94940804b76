/** Finds controls that cannot be reached without a mouse. */
import type { Page } from 'playwright-core';

/**
 * Walks through the page's main part, or another part, with the Tab key. Returns one line for each control
 * that is not reached or does not show its focus; none when all is well.
 */
export async function keyboardFaults(page: Page, part = 'main'): Promise<string[]> {
  const walk = await page.evaluateHandle((selector) => {
    const root = document.querySelector<HTMLElement>(selector);
    if (root === null) throw new Error(`there is no ${selector}`);
    const candidates = root.querySelectorAll<HTMLElement>(
      'a[href], button, input, select, textarea, summary, [tabindex], [contenteditable=true]',
    );
    const controls = [...candidates].filter(
      (control) => control.tabIndex >= 0 && !control.matches(':disabled') && control.checkVisibility(),
    );
    const reached = new Set<EventTarget>();
    const faint = new Set<HTMLElement>();
    /** Tab reaches one radio button of a group. */
    const isReached = (control: HTMLElement) =>
      reached.has(control) ||
      (control instanceof HTMLInputElement &&
        control.type === 'radio' &&
        controls.some(
          (other) => other instanceof HTMLInputElement && other.name === control.name && reached.has(other),
        ));
    const isMarked = (element: Element) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
    };
    const noteFocus = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement) || target === root || !root.contains(target)) return;
      reached.add(target);
      // A frame may show the focus for its content: a card for its link, a text editor for its text.
      let shown: HTMLElement | null = target;
      for (let levels = 0; shown !== null && !isMarked(shown); levels++) {
        shown = levels < 3 && shown !== root ? shown.parentElement : null;
      }
      if (shown === null) faint.add(target);
    };
    document.addEventListener('focusin', noteFocus);
    const nameOf = (control: HTMLElement) =>
      `${control.tagName.toLowerCase()} ‘${(control.getAttribute('aria-label') ?? control.textContent).trim() || control.getAttribute('name')}’`;
    root.focus();
    return {
      left: () => controls.filter((control) => control.isConnected && !isReached(control)).map(nameOf),
      faint: () => [...faint].map(nameOf),
      end: () => document.removeEventListener('focusin', noteFocus),
    };
  }, part);
  // A field for day and time has seven stops, and the content of a frame has several.
  for (let left = await walk.evaluate(({ left }) => left().length), rounds = 0; left > 0 && rounds < 4; rounds++) {
    // Held down, the key repeats; without waiting in between this is fast.
    await Promise.all(Array.from({ length: Math.max(left, 8) }, () => page.keyboard.down('Tab')));
    await page.keyboard.up('Tab');
    left = await walk.evaluate(({ left }) => left().length);
  }
  const { left, faint } = await walk.evaluate(({ left, faint, end }) => {
    end();
    return { left: left(), faint: faint() };
  });
  await walk.dispose();
  return [...left.map((name) => `not reached: ${name}`), ...faint.map((name) => `shows no focus: ${name}`)];
}
