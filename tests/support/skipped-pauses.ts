/** Lets code under test go on at once where it pauses, and tells how long it wanted to pause. */
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';
import { onTestFinished, vi } from 'vitest';

/**
 * Until the end of the test, `setTimeout` of node:timers/promises takes no time.
 * @returns the milliseconds of each pause, in their order; empty it to begin anew
 */
export function skippedPauses(): number[] {
  const pauses: number[] = [];
  const spy = vi.spyOn(timers, 'setTimeout').mockImplementation(async (ms, value) => {
    pauses.push(ms ?? 0);
    return value as never;
  });
  // Modules that import the function by its name see the change only after this.
  syncBuiltinESMExports();
  onTestFinished(() => {
    spy.mockRestore();
    syncBuiltinESMExports();
  });
  return pauses;
}
