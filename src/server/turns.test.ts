import { expect, test } from 'vitest';
import { Crowded, Turns } from './turns.ts';

test('no more than so many go on at once, and the others follow in their order', async () => {
  const turns = new Turns(2, 9);
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const all = [0, 1, 2, 3].map((number) =>
    turns.take(() => {
      begun.push(number);
      return new Promise<number>((resolve) => ends.push(() => resolve(number)));
    }),
  );
  expect(begun).toEqual([0, 1]);
  ends[1]?.();
  await all[1];
  expect(begun).toEqual([0, 1, 2]);
  ends[0]?.();
  ends[2]?.();
  await Promise.all([all[0], all[2]]);
  ends[3]?.();
  expect(await Promise.all(all)).toEqual([0, 1, 2, 3]);
});

test('work that fails gives its turn on', async () => {
  const turns = new Turns(1, 9);
  await expect(turns.take(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  await expect(turns.take(async () => 'yes')).resolves.toBe('yes');
});

test('nobody waits for a turn longer than the limit, and the line goes on', async () => {
  const turns = new Turns(1, 9, 50);
  const { promise, resolve } = Promise.withResolvers<string>();
  const first = turns.take(() => promise);
  await expect(turns.take(async () => 'late')).rejects.toThrow(Crowded);
  const next = turns.take(async () => 'in time');
  resolve('done');
  expect(await Promise.all([first, next])).toEqual(['done', 'in time']);
});

test('whoever would wait behind too many others is told at once', async () => {
  const turns = new Turns(1, 1);
  const { promise, resolve } = Promise.withResolvers<string>();
  const first = turns.take(() => promise);
  const second = turns.take(() => promise);
  await expect(turns.take(() => promise)).rejects.toThrow(Crowded);
  resolve('done');
  expect(await Promise.all([first, second])).toEqual(['done', 'done']);
  await expect(turns.take(async () => 'later')).resolves.toBe('later');
});
