import { expect, it } from 'vitest';
import { type ClockFields, endOfEvent, readClock, writeClock } from './event-clock.ts';

const timeZone = 'America/Chicago';
const evening: ClockFields = {
  allDay: false,
  startsOn: '2026-07-04',
  startTime: '19:00',
  endsOn: '',
  endTime: '21:00',
};
const read = (more: Partial<ClockFields>) => readClock({ ...evening, ...more }, timeZone);
const iso = (more: Partial<ClockFields>) => {
  const { times } = read(more);
  return times && [times.startsAt.toISOString(), times.endsAt?.toISOString() ?? null];
};

it.each<[Partial<ClockFields>, string, string | null]>([
  [{}, '2026-07-05T00:00:00.000Z', '2026-07-05T02:00:00.000Z'],
  [{ startsOn: '2026-12-04' }, '2026-12-05T01:00:00.000Z', '2026-12-05T03:00:00.000Z'],
  [{ endTime: '' }, '2026-07-05T00:00:00.000Z', null],
  [{ endTime: '02:00' }, '2026-07-05T00:00:00.000Z', '2026-07-05T07:00:00.000Z'],
  [{ endsOn: '2026-07-06', endTime: '16:00' }, '2026-07-05T00:00:00.000Z', '2026-07-06T21:00:00.000Z'],
  [{ allDay: true, startTime: '', endTime: '' }, '2026-07-04T05:00:00.000Z', null],
  [{ allDay: true, endsOn: '2026-07-05' }, '2026-07-04T05:00:00.000Z', '2026-07-06T05:00:00.000Z'],
  // The clock shows this time twice; the first one counts.
  [{ startsOn: '2026-11-01', startTime: '01:30', endTime: '' }, '2026-11-01T06:30:00.000Z', null],
])('understands %j', (fields, startsAt, endsAt) => {
  expect(iso(fields)).toEqual([startsAt, endsAt]);
});

it.each<[Partial<ClockFields>, keyof ClockFields, RegExp]>([
  [{ startsOn: '' }, 'startsOn', /Choose the day/],
  [{ startsOn: '2026-02-30' }, 'startsOn', /Choose the day/],
  [{ startsOn: '0226-07-04' }, 'startsOn', /Check the year/],
  [{ startTime: '' }, 'startTime', /Enter the time/],
  [{ endTime: '09:00' }, 'endTime', /before the start\. Choose a later time/],
  [{ endTime: '19:00' }, 'endTime', /ends when it begins/],
  [{ endsOn: '2026-07-03' }, 'endsOn', /before the first/],
  [{ endsOn: '2027-07-04' }, 'endsOn', /Check the month and the year/],
  [{ endsOn: '2026-07-05', endTime: '' }, 'endTime', /on the last day/],
  [{ startsOn: '2027-03-14', startTime: '02:30', endTime: '' }, 'startTime', /clocks go forward/],
])('refuses %j and says what to do', (fields, name, text) => {
  expect(read(fields).errors?.[name]).toMatch(text);
});

it.each<Partial<ClockFields>>([
  {},
  { endTime: '' },
  { endTime: '02:00' },
  { endsOn: '2026-07-06', endTime: '16:00' },
  { allDay: true, startTime: '', endTime: '' },
  { allDay: true, startsOn: '2026-10-30', startTime: '', endTime: '', endsOn: '2026-11-02' },
])('fills a form with what it read: %j', (more) => {
  const fields = { ...evening, ...more };
  const { times } = readClock(fields, timeZone);
  expect(times && writeClock({ ...times, allDay: fields.allDay }, timeZone)).toEqual(fields);
});

it.each<[Partial<ClockFields>, string]>([
  [{}, '2026-07-05T02:00:00.000Z'],
  [{ endTime: '' }, '2026-07-05T00:00:00.000Z'],
  [{ allDay: true, startTime: '', endTime: '' }, '2026-07-05T05:00:00.000Z'],
  [{ allDay: true, endsOn: '2026-07-05' }, '2026-07-06T05:00:00.000Z'],
])('says when %j is over', (more, end) => {
  const fields = { ...evening, ...more };
  const { times } = readClock(fields, timeZone);
  expect(times && endOfEvent({ ...times, allDay: fields.allDay }, timeZone).toISOString()).toBe(end);
});
