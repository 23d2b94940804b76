import { expect, it } from 'vitest';
import { pinsInPicture } from './pins-in-picture.ts';

const pin = (id: number, x: number, y: number) => ({ id, x, y });

it('shows pins that stand apart, and a plate where two lie on each other', () => {
  const spots = pinsInPicture([pin(1, 100, 100), pin(2, 104, 100), pin(3, 400, 100)], 1);
  expect(spots.map(({ pins, isPlate }) => [pins.map(({ id }) => id), isPlate])).toEqual([
    [[1, 2], true],
    [[3], false],
  ]);
  expect(pinsInPicture([], 1)).toEqual([]);
});

it.each([1, 1.6])('shows several plates apart where each pin of a long street touches the next (scale %s)', (scale) => {
  const street = Array.from({ length: 40 }, (_, at) => pin(at, 120 + 3 * at, 100 + 7 * at));
  const spots = pinsInPicture([...street, pin(99, 700, 60)], scale);
  expect(spots.length).toBeGreaterThanOrEqual(4);
  expect(spots.flatMap(({ pins }) => pins.map(({ id }) => id)).toSorted((a, b) => a - b)).toEqual([
    ...street.map(({ id }) => id),
    99,
  ]);
  // None lies on another: a plate is 52 px wide and 30 px high, a pin 30 px wide and 38 px high above its tip.
  const boxes = spots.map(({ x, y, isPlate }) =>
    isPlate
      ? { left: x - 26 * scale, right: x + 26 * scale, top: y - 15 * scale, bottom: y + 15 * scale }
      : { left: x - 15 * scale, right: x + 15 * scale, top: y - 38 * scale, bottom: y },
  );
  const overlaps = boxes.flatMap((one, at) =>
    boxes
      .slice(at + 1)
      .filter(
        (other) =>
          one.left < other.right - 0.01 &&
          other.left < one.right - 0.01 &&
          one.top < other.bottom - 0.01 &&
          other.top < one.bottom - 0.01,
      ),
  );
  expect(overlaps).toEqual([]);
  // The pin far away stays one.
  expect(spots.find(({ pins }) => pins.some(({ id }) => id === 99))).toMatchObject({ x: 700, y: 60, isPlate: false });
});
