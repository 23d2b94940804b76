import { expect, it } from 'vitest';
import { changesSince, mergeOwn, typedOf } from './merge-own.ts';

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

it('names the changes since a value, oldest first, whatever the order of its fields', () => {
  const change = (by: string, name: string, from: unknown, to: unknown) => ({
    ...{ at: by, by, isReset: false },
    changes: [{ name, from, to }],
  });
  const history = [
    change('cy', 'phone', '0500', '0777'),
    change('bo', 'phone', '0100', '0500'),
    change('ada', 'email', 'old@b.co', 'a@b.co'),
  ];
  const stored = { hours: base.hours, email: base.email, phone: '0777' };
  expect(changesSince(history, { base, stored })?.map(({ by }) => by)).toEqual(['bo', 'cy']);
  expect(changesSince(history, { base: stored, stored })).toEqual([]);
  expect(changesSince(history, { base: { ...base, phone: 'long ago' }, stored })).toBe(null);
});
