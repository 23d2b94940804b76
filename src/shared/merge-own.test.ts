import { expect, it } from 'vitest';
import { mergeOwn } from './merge-own.ts';

const base = { phone: '0100', email: 'a@b.co', hours: [{ days: 'Every day', hours: '8 to 5' }] };

it('keeps the fields of colleagues and sends the own ones', () => {
  const typed = { ...base, email: 'mine@b.co' };
  const stored = { ...base, phone: '0777', email: 'theirs@b.co' };
  expect(mergeOwn({ base, typed, stored })).toEqual({ ...base, phone: '0777', email: 'mine@b.co' });
  expect(mergeOwn({ base, typed: base, stored })).toEqual(stored);
});

it('joins lists of words: what was added and taken off here, over what others made of it', () => {
  const join = (typed: string[], stored: string[]) => mergeOwn({ base: ['a', 'b'], typed, stored });
  expect(join(['a', 'b', 'mine'], ['b'])).toEqual(['b', 'mine']);
  expect(join(['b'], ['a', 'b', 'theirs'])).toEqual(['b', 'theirs']);
  expect(join(['a', 'b'], ['c'])).toEqual(['c']);
  expect(join(['a', 'b', 'both'], ['a', 'b', 'both'])).toEqual(['a', 'b', 'both']);
});

const row = (id: string, name = id, words = '') => ({ id, name, words });
const list = [row('food'), row('shops'), row('pets')];

it('joins the entries of a list: a colleague’s other entry, and other field of the same entry, stay', () => {
  const typed = [row('food', 'Eat'), row('shops'), row('pets', 'pets', 'dogs')];
  const stored = [row('food'), row('shops', 'Stores'), row('pets', 'Animals')];
  expect(mergeOwn({ base: list, typed, stored })).toEqual([
    row('food', 'Eat'),
    row('shops', 'Stores'),
    row('pets', 'Animals', 'dogs'),
  ]);
});

it('joins what was added, removed and moved', () => {
  const [food, shops, pets] = list;
  const theirs = row('law');
  // Both have added one behind the same neighbor, and each has removed one.
  expect(mergeOwn({ base: list, typed: [food, shops, row('mine')], stored: [food, pets, theirs] })).toEqual([
    food,
    row('mine'),
    theirs,
  ]);
  expect(mergeOwn({ base: list, typed: [shops, food, pets], stored: [food, theirs, shops, pets] })).toEqual([
    ...[shops, food, theirs, pets],
  ]);
  expect(mergeOwn({ base: list, typed: [food, shops, pets, row('mine')], stored: [pets, food, shops] })).toEqual([
    ...[pets, row('mine'), food, shops],
  ]);
  // Removed there and changed here: nothing typed is lost. Removed here: it goes.
  const changed = [row('food', 'Eat'), shops, pets];
  expect(mergeOwn({ base: list, typed: changed, stored: [shops, pets] })).toEqual(changed);
  expect(mergeOwn({ base: list, typed: [shops, pets], stored: changed })).toEqual([shops, pets]);
});

it('knows an entry without an id by its title or its place', () => {
  const hours = (days: string, open: string) => ({ days, hours: open });
  const before = [hours('Mon', '8 to 5'), hours('Sat', '9 to 1')];
  const typed = [hours('Mon to Fri', '8 to 5'), hours('Sat', '9 to 1')];
  const stored = [hours('Mon', '9 to 5'), hours('Sat', '9 to noon')];
  expect(mergeOwn({ base: before, typed, stored })).toEqual([hours('Mon to Fri', '9 to 5'), hours('Sat', '9 to noon')]);
  const group = (title: string, ...links: string[]) => ({ title, links: links.map((url) => ({ title: url, url })) });
  expect(
    mergeOwn({
      base: [group('Trash', 'a')],
      typed: [group('Trash', 'a', 'b')],
      stored: [group('Water'), group('Trash')],
    }),
  ).toEqual([group('Water'), group('Trash', 'b')]);
});

it('joins the fields of a part where it is told to', () => {
  const own = { texts: { name: 'Mine', phone: '1' }, tags: ['a'] };
  const before = { texts: { name: 'Old', phone: '1' }, tags: ['a'] };
  const stored = { texts: { name: 'Old', phone: '2' }, tags: ['b'] };
  const merged = { texts: { name: 'Mine', phone: '2' }, tags: ['b'] };
  expect(mergeOwn({ base: before, typed: own, stored, depth: 2 })).toEqual(merged);
  expect(mergeOwn({ base: before, typed: own, stored })).toEqual({ texts: own.texts, tags: ['b'] });
});
