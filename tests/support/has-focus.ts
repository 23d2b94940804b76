import type { Locator } from 'playwright-core';

/** Waits until the control has the focus, since a page moves it a frame after it has drawn what changed. Fails after the page's timeout. */
export const hasFocus = (control: Locator): Promise<void> =>
  control.and(control.page().locator(':focus')).waitFor({ state: 'attached' });
