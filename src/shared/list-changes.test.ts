import { expect, it } from 'vitest';
import { listChanges } from './list-changes.ts';

const food = { id: 'food', name: 'Food', words: { description: 'Tacos' } };
const shops = { id: 'shops', name: 'Shops', words: { description: '' } };
const pets = { id: 'pets', name: 'Pets', words: { description: '' } };

it('names what is new, gone, renamed, reworded and moved', () => {
  expect(listChanges([food, shops], [food, shops])).toEqual([]);
  expect(
    listChanges(
      [food, shops, pets],
      [
        { ...shops, name: 'Stores', words: { description: 'Open late' } },
        { ...food, words: { description: '' } },
      ],
    ),
  ).toEqual([
    { text: 'Name', from: 'Shops', to: 'Stores' },
    { text: 'Stores, description', from: 'none', to: 'Open late' },
    { text: 'Food, description', from: 'Tacos', to: 'none' },
    { text: 'Pets: removed' },
    { text: 'Another order' },
  ]);
  // An entry that comes or goes moves no other.
  expect(listChanges([food, shops], [pets, food, shops])).toEqual([{ text: 'Pets: added' }]);
});
