import { expect, test } from 'vitest';
import { Turns } from './turns.ts';

test('no more than so many go on at once, and the others follow in their order', async () => {
  const turns = new Turns(2);
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
  const turns = new Turns(1);
  await expect(turns.take(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  await expect(turns.take(async () => 'yes')).resolves.toBe('yes');
});
