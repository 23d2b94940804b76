import { expect, it } from 'vitest';
import { clusterPins, namesWithRoom } from './cluster-pins.ts';

const ids = (groups: readonly (readonly { id: number }[])[]) => groups.map((group) => group.map(({ id }) => id));

it('groups what lies on each other, and keeps the order', () => {
  const pins = [
    { id: 1, x: 0, y: 0 },
    { id: 2, x: 200, y: 0 },
    { id: 3, x: 20, y: 10 },
    { id: 4, x: 0, y: 64 },
  ];
  expect(ids(clusterPins(pins))).toEqual([[1, 3], [2], [4]]);
  expect(clusterPins([])).toEqual([]);
});

it('takes a pin whose head would be under the circle of a group into it, and groups that grow into each other', () => {
  // A circle reaches 23 px down; a pin's head begins 38 px above its tip.
  const below = [
    { id: 1, x: 0, y: 0 },
    { id: 2, x: 0, y: 55 },
    { id: 3, x: 5, y: 0 },
  ];
  expect(ids(clusterPins(below))).toEqual([[1, 2, 3]]);
  const rows = [
    { id: 1, x: 40, y: 0 },
    { id: 2, x: 0, y: 0 },
    { id: 3, x: 1, y: 0 },
    { id: 4, x: 41, y: 0 },
  ];
  expect(ids(clusterPins(rows))).toEqual([[1, 2, 3, 4]]);
});

it('groups more where the map is shown smaller than its pins', () => {
  const pins = [
    { id: 1, x: 0, y: 0 },
    { id: 2, x: 40, y: 0 },
  ];
  expect(ids(clusterPins(pins))).toEqual([[1], [2]]);
  expect(ids(clusterPins(pins, 2))).toEqual([[1, 2]]);
});

it('shows the names that have room, the first of the list first', () => {
  const pins = [
    { name: 'Oak House', x: 0, y: 0 },
    { name: 'Fig & Company', x: 60, y: 5 },
    { name: 'Far away', x: 400, y: 0 },
  ];
  expect([...namesWithRoom(pins).keys()].map(({ name }) => name)).toEqual(['Oak House', 'Far away']);
  expect([...namesWithRoom(pins, [{ x: -20, y: 30 }]).keys()].map(({ name }) => name)).toEqual([
    'Fig & Company',
    'Far away',
  ]);
});
