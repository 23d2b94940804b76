import type { Locator } from 'playwright-core';
import { expect } from 'vitest';

/** Waits until the focus is on this control. */
export const hasFocus = (control: Locator): Promise<void> =>
  expect.poll(() => control.evaluate((element) => element === document.activeElement)).toBe(true);
