import { expect, it } from 'vitest';
import { readMoment } from './read-moment.ts';

const read = (text: string) => readMoment(text, 'America/Chicago')?.toISOString();

it.each([
  ['2026-11-21 14:05', '2026-11-21T20:05:00.000Z'],
  ['2026-07-01T14:05:30', '2026-07-01T19:05:30.000Z'],
  ['2026-11-21T20:05:00Z', '2026-11-21T20:05:00.000Z'],
  ['2026-11-21 21:05:00.250+01:00', '2026-11-21T20:05:00.250Z'],
  ['2026-02-30 10:00', undefined],
  ['2026-11-21 24:05', undefined],
  ['2026-11-21', undefined],
  ['yesterday', undefined],
])('%s', (text, moment) => {
  expect(read(text)).toBe(moment);
});
