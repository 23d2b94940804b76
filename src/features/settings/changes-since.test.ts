import { expect, it } from 'vitest';
import { changesBetween, changesSince } from './changes-since.ts';

const base = { phone: '0100', email: 'a@b.co', hours: [{ days: 'Every day', hours: '8 to 5' }] };

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

it('names what is typed over a stored value, field by field, and a list or a text as a whole', () => {
  expect(changesBetween(base, { ...base, email: 'desk@b.co' })).toEqual([
    { name: 'email', from: 'a@b.co', to: 'desk@b.co' },
  ]);
  expect(changesBetween(base, structuredClone(base))).toEqual([]);
  expect(changesBetween('/contact', '/ads')).toEqual([{ name: 'value', from: '/contact', to: '/ads' }]);
  expect(changesBetween([1], [1, 2])).toEqual([{ name: 'value', from: [1], to: [1, 2] }]);
});
