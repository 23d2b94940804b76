import { expect, it } from 'vitest';
import { maxSlowed, slopes, slowDown, slowDownMs } from './slow-down.ts';

it('lets the first tries pass, then waits longer with each, up to a bound', () => {
  const slope = { free: 10, stepMs: 25, maxMs: 2000 };
  expect([0, 10, 10.9, 11, 30, 90, 1e9].map((tries) => slowDownMs(tries, slope))).toEqual([
    0, 0, 0, 25, 500, 2000, 2000,
  ]);
});

it('never waits so long that a request seems lost', () => {
  for (const slope of Object.values(slopes)) expect(slope.maxMs).toBeLessThanOrEqual(2000);
});

it('lets a flood pass instead of keeping all of it', async () => {
  const slope = { free: 0, stepMs: 300, maxMs: 300 };
  const passed: string[] = [];
  const waiting = Array.from({ length: maxSlowed }, () => slowDown(1, slope).then(() => passed.push('waited')));
  await slowDown(1, slope).then(() => passed.push('at once'));
  expect(passed).toEqual(['at once']);
  await Promise.all(waiting);
  await slowDown(1, slope).then(() => passed.push('waited again'));
  expect(passed).toHaveLength(maxSlowed + 2);
});
