import { execFileSync } from 'node:child_process';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { giveBackAtRest } from './memory-at-rest.ts';
import { webFlags } from './node-flags.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function site() {
  const trim = vi.fn(async () => undefined);
  let heapBytes = 80_000_000;
  const collect = vi.fn(() => {
    heapBytes = 60_000_000;
  });
  const rest = giveBackAtRest({ collect, heapBytes: () => heapBytes, trim });
  const answer = (count: number, grownTo: number) => {
    heapBytes = grownTo;
    for (let at = 0; at < count; at++) rest.noteAnswer();
  };
  return { collect, trim, answer };
}

test('collects half a minute after the start, and once after each busy time', () => {
  const { collect, trim, answer } = site();
  vi.advanceTimersByTime(29_000);
  expect(collect).toHaveBeenCalledTimes(0);
  vi.advanceTimersByTime(600_000);
  expect(collect).toHaveBeenCalledTimes(1);
  answer(500, 100_000_000);
  vi.advanceTimersByTime(30_000);
  expect(collect).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(600_000);
  expect(collect).toHaveBeenCalledTimes(2);
  expect(trim).toHaveBeenCalledTimes(2);
});

test('not while people come, and not for little', () => {
  const { collect, answer } = site();
  for (let round = 0; round < 20; round++) {
    answer(20, 100_000_000);
    vi.advanceTimersByTime(10_000);
  }
  expect(collect).toHaveBeenCalledTimes(0);
  vi.advanceTimersByTime(60_000);
  expect(collect).toHaveBeenCalledTimes(1);
  answer(500, 70_000_000);
  vi.advanceTimersByTime(60_000);
  expect(collect).toHaveBeenCalledTimes(1);
});

test('a web process can collect', () => {
  const asks = [...webFlags, '--print', 'typeof globalThis.gc'];
  expect(execFileSync(process.execPath, asks, { encoding: 'utf8' })).toBe('function\n');
});

/** Holds one small piece of memory in fifty, so the free ones lie between them. */
const holed = `
  const { trim } = await import(${JSON.stringify(new URL('trim-memory.ts', import.meta.url).href)});
  let pieces = Array.from({ length: 12_000 }, () => Buffer.allocUnsafeSlow(8_000).fill(1));
  const held = pieces.filter((_, at) => at % 50 === 0);
  pieces = [];
  globalThis.gc();
  await new Promise((resolve) => setTimeout(resolve, 200));
  const before = process.memoryUsage.rss();
  await trim();
  console.log(JSON.stringify({ given: before - process.memoryUsage.rss(), held: held.length }));
`;

test('free memory between what is held goes back to the system', () => {
  const asks = [...webFlags, '--input-type=module', '--eval', holed];
  const { given, held } = JSON.parse(execFileSync(process.execPath, asks, { encoding: 'utf8' }));
  expect(held).toBe(240);
  expect(given).toBeGreaterThan(40_000_000);
});
