import { expect, test } from 'vitest';
import { followKept, forgetKept, keptUntilChange } from './kept-until-change.ts';

function counted(tags: readonly string[]) {
  let made = 0;
  const read = keptUntilChange(
    tags,
    (from: object) => from,
    async () => {
      made += 1;
      return made;
    },
  );
  return { read, made: () => made };
}

test('a process that does not hear of changes makes the value each time; one that does keeps it until its tag changes', async () => {
  const events = counted(['events']);
  const town = {};
  expect([await events.read(town), await events.read(town)]).toEqual([1, 2]);
  followKept();
  expect([await events.read(town), await events.read(town)]).toEqual([3, 3]);
  forgetKept(['articles']);
  expect(await events.read(town)).toBe(3);
  forgetKept(['articles', 'events']);
  expect(await events.read(town)).toBe(4);
  forgetKept();
  expect(await events.read(town)).toBe(5);
  expect(await events.read({})).toBe(6);
  expect(await events.read(town)).toBe(5);
});

test('what was being made when a change came is not kept, and neither is a failure', async () => {
  followKept();
  let release: (value: string) => void = () => undefined;
  let isBroken = false;
  const read = keptUntilChange(
    ['city'],
    (from: object) => from,
    () => {
      if (isBroken) return Promise.reject(new Error('no database'));
      return new Promise<string>((resolve) => {
        release = resolve;
      });
    },
  );
  const town = {};
  const early = read(town);
  forgetKept(['city']);
  release('before the change');
  expect(await early).toBe('before the change');
  isBroken = true;
  await expect(read(town)).rejects.toThrow('no database');
  isBroken = false;
  const late = read(town);
  release('after it');
  expect(await late).toBe('after it');
  expect(await read(town)).toBe('after it');
});
