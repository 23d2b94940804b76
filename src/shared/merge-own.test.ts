import { expect, it } from 'vitest';
import { mergeOwn, typedOf } from './merge-own.ts';

const base = { phone: '0100', email: 'a@b.co', hours: [{ days: 'Every day', hours: '8 to 5' }] };

it('keeps the fields of colleagues and sends the own ones', () => {
  const typed = { ...base, email: 'mine@b.co' };
  const stored = { ...base, phone: '0777', email: 'theirs@b.co' };
  expect(mergeOwn({ base, typed, stored })).toEqual({ ...base, phone: '0777', email: 'mine@b.co' });
  expect(mergeOwn({ base, typed: base, stored })).toEqual(stored);
});

it('takes a list as one field', () => {
  expect(mergeOwn({ base: ['a'], typed: ['a', 'mine'], stored: ['b'] })).toEqual(['a', 'mine']);
  expect(mergeOwn({ base: ['a'], typed: ['a'], stored: ['b'] })).toEqual(['b']);
});

it('does not take the fields of colleagues for typed ones when somebody types on', () => {
  const typed = { ...base, email: 'mine@b.co' };
  const merged = { ...base, phone: '0777', email: 'mine@b.co' };
  const next = { ...merged, hours: [] };
  expect(typedOf({ next, merged, typed })).toEqual({ ...typed, hours: [] });
  expect(typedOf({ next: 'b', merged: 'a', typed: 'a' })).toBe('b');
});

it('joins the fields of a part where it is told to, and leaves an own part out where nothing was typed', () => {
  const own = { texts: { name: 'Mine', phone: '1' }, tags: ['a'] };
  const before = { texts: { name: 'Old', phone: '1' }, tags: ['a'] };
  const stored = { texts: { name: 'Old', phone: '2' }, tags: ['b'] };
  const merged = { texts: { name: 'Mine', phone: '2' }, tags: ['b'] };
  expect(mergeOwn({ base: before, typed: own, stored, depth: 2 })).toEqual(merged);
  expect(mergeOwn({ base: before, typed: own, stored })).toEqual({ texts: own.texts, tags: ['b'] });
  const next = { texts: { name: 'Mine', phone: '3' }, tags: ['b'] };
  expect(typedOf({ next, merged, typed: own, depth: 2 })).toEqual({ texts: { name: 'Mine', phone: '3' }, tags: ['a'] });
});
