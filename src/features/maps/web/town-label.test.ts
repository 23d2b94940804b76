import { expect, it } from 'vitest';
import { roomForTown } from './town-label.ts';

const square = [
  [0, 0],
  [400, 0],
  [400, 300],
  [0, 300],
] as const;
const map = { width: 400, height: 300 };

it('writes the name in the middle of the town, beside what stands there', () => {
  expect(roomForTown('Elm', [square], { ...map, taken: [] })).toEqual({ x: 200, y: 150 });
  const pin = { left: 185, right: 215, top: 110, bottom: 150 };
  expect(roomForTown('Elm', [square], { ...map, taken: [pin] })).toEqual({ x: 160, y: 150 });
});

it('writes no name where it would be out of town or under pins', () => {
  const all = { left: 0, right: 400, top: 0, bottom: 300 };
  expect(roomForTown('Elm', [square], { ...map, taken: [all] })).toBeNull();
  const small = square.map(([x, y]) => [x / 40, y / 40] as const);
  expect(roomForTown('Elm', [small], { ...map, taken: [] })).toBeNull();
  expect(roomForTown('Elm', [], { ...map, taken: [] })).toBeNull();
});
