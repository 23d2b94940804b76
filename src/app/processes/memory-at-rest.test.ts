import { execFileSync } from 'node:child_process';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { giveBackAtRest } from './memory-at-rest.ts';
import { webFlags } from './node-flags.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function site() {
  let heapBytes = 80_000_000;
  const collect = vi.fn(() => {
    heapBytes = 60_000_000;
  });
  const rest = giveBackAtRest({ collect, heapBytes: () => heapBytes });
  const answer = (count: number, grownTo: number) => {
    heapBytes = grownTo;
    for (let at = 0; at < count; at++) rest.noteAnswer();
  };
  return { collect, answer };
}

test('collects half a minute after the start, and once after each busy time', () => {
  const { collect, answer } = site();
  vi.advanceTimersByTime(29_000);
  expect(collect).toHaveBeenCalledTimes(0);
  vi.advanceTimersByTime(600_000);
  expect(collect).toHaveBeenCalledTimes(1);
  answer(500, 100_000_000);
  vi.advanceTimersByTime(30_000);
  expect(collect).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(600_000);
  expect(collect).toHaveBeenCalledTimes(2);
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
