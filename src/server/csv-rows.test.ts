import { expect, it } from 'vitest';
import { csvDollars, csvRows, csvTime } from './csv-rows.ts';

const columns = { number: (row: number) => row, words: (row: number) => (row === 1 ? '=one' : null) };

/** Answers the numbers up to `last`, batch by batch, and notes what it was asked. */
function numbers(last: number, asked: (number | undefined)[]) {
  return async (after: number | undefined, limit: number) => {
    asked.push(after);
    const from = (after ?? 0) + 1;
    return Array.from({ length: Math.max(0, Math.min(limit, last - from + 1)) }, (_, at) => from + at);
  };
}

it('reads a batch only when the one before was taken', async () => {
  const asked: (number | undefined)[] = [];
  const pieces = csvRows({ columns, read: numbers(1250, asked) });
  expect((await pieces.next()).value).toBe('\ufeffnumber,words\r\n');
  expect(asked).toEqual([]);
  await pieces.next();
  expect(asked).toEqual([undefined]);
  let lines = 500;
  for await (const piece of pieces) lines += piece.trimEnd().split('\r\n').length;
  expect([lines, asked]).toEqual([1250, [undefined, 500, 1000, 1250]]);
});

it('disarms formulas by an apostrophe, or by another sign', async () => {
  const text = async (guard?: string) => {
    let all = '';
    for await (const piece of csvRows({ columns, read: numbers(2, []), ...(guard ? { guard } : {}) })) all += piece;
    return all;
  };
  expect(await text()).toBe("\ufeffnumber,words\r\n1,'=one\r\n2,\r\n");
  expect(await text('\u00a0')).toContain('1,\u00a0=one\r\n');
});

it('writes times by the town’s clock, and amounts that add up', () => {
  expect(csvTime('2026-07-05T00:30:00Z', 'America/Chicago')).toBe('2026-07-04 19:30');
  expect(csvTime(null, 'America/Chicago')).toBeNull();
  expect([csvDollars(4900), csvDollars(5), csvDollars(null)]).toEqual(['49.00', '0.05', null]);
});
