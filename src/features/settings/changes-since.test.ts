import { expect, it } from 'vitest';
import { changesSince } from './changes-since.ts';

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
