import { expect, test } from 'vitest';
import { isPictured } from './is-pictured.ts';

const town = { bounds: [-98.6, 29.4, -98.4, 29.6], limits: [-98.52, 29.46, -98.48, 29.5], attribution: null } as const;
const inTown = { latitude: 29.48, longitude: -98.5 };
const beside = { latitude: 29.48, longitude: -98.5235 };
const outOfTown = { latitude: 29.55, longitude: -98.5 };
const farAway = { latitude: 48.137, longitude: 11.575 };

test('without streets a picture says where a place in town or beside it is', () => {
  expect([inTown, beside, outOfTown, farAway].map((place) => isPictured(town, place))).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test('without the town\u2019s limits a pin would stand on plain ground', () => {
  expect(isPictured({ ...town, limits: null }, inTown)).toBe(false);
});

test('with streets every place of the map has a picture', () => {
  const streets = { ...town, attribution: '© somebody' };
  expect([inTown, outOfTown, farAway].map((place) => isPictured(streets, place))).toEqual([true, true, false]);
});
