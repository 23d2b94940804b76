import { expect, it } from 'vitest';
import { osmHours } from './osm-hours.ts';

const day: [string, string][] = [['09:00', '17:00']];

it('joins days of the same hours, and names closed ones', () => {
  expect(osmHours({ mon: day, tue: day, wed: day, thu: day, fri: day, sat: [['10:00', '14:00']], sun: [] })).toBe(
    'Mo-Fr 09:00-17:00; Sa 10:00-14:00; Su off',
  );
  const twice: [string, string][] = [
    ['08:00', '12:00'],
    ['13:00', '24:00'],
  ];
  expect(osmHours({ mon: twice, wed: day })).toBe('Mo 08:00-12:00,13:00-24:00; Tu off; We 09:00-17:00; Th-Su off');
});

it('knows places that never close, and such that never open', () => {
  const always: [string, string][] = [['00:00', '24:00']];
  const week = { sun: always, mon: always, tue: always, wed: always, thu: always, fri: always, sat: always };
  expect([osmHours(week), osmHours({})]).toEqual(['24/7', 'Mo-Su off']);
});
