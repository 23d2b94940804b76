import { expect, it } from 'vitest';
import { clusterPins, namesWithRoom } from './cluster-pins.ts';

it('groups what lies on each other, and keeps the order', () => {
  const pins = [
    { id: 1, x: 0, y: 0 },
    { id: 2, x: 200, y: 0 },
    { id: 3, x: 20, y: 10 },
    { id: 4, x: 0, y: 34 },
  ];
  expect(clusterPins(pins).map((group) => group.map(({ id }) => id))).toEqual([[1, 3], [2], [4]]);
  expect(clusterPins([])).toEqual([]);
});

it('shows the names that have room, the first of the list first', () => {
  const pins = [
    { name: 'Oak House', x: 0, y: 0 },
    { name: 'Fig & Company', x: 60, y: 5 },
    { name: 'Far away', x: 400, y: 0 },
  ];
  expect([...namesWithRoom(pins)].map(({ name }) => name)).toEqual(['Oak House', 'Far away']);
});
