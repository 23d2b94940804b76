import { expect, test } from 'vitest';
import { calendarFile } from './calendar-file.ts';
import type { CalendarEntry } from './list-for-feed.ts';

const options = { name: 'Town events', timeZone: 'America/Chicago', siteUrl: 'https://town.example' };

const concert: CalendarEntry = {
  id: '01890000-0000-7000-8000-000000000001',
  title: 'Concert; with, commas\\ and a\nbreak',
  description: '<p>Bring a <b>chair</b>.</p>',
  location: 'City Hall, 120 W El Prado Dr',
  category: 'community',
  startsAt: new Date('2026-07-05T00:00:00Z'),
  endsAt: new Date('2026-07-05T02:00:00Z'),
  allDay: false,
  status: 'scheduled',
  note: null,
  url: null,
  organizer: null,
  contact: null,
  slug: 'concert',
  isFree: false,
  price: null,
  latitude: null,
  longitude: null,
  version: 3,
  updatedAt: new Date('2026-06-01T12:00:00.123Z'),
};

/** Joins folded lines as a calendar program does. */
const linesOf = (file: string) => file.replaceAll('\r\n ', '').split('\r\n');

test("an event stands on the city's clock, with its place and a stable id", () => {
  const lines = linesOf(calendarFile([concert], options));
  expect(lines).toEqual(
    expect.arrayContaining([
      'UID:01890000-0000-7000-8000-000000000001@town.example',
      'DTSTAMP:20260601T120000Z',
      'DTSTART;TZID=America/Chicago:20260704T190000',
      'DTEND;TZID=America/Chicago:20260704T210000',
      'SUMMARY:Concert\\; with\\, commas\\\\ and a\\nbreak',
      'LOCATION:City Hall\\, 120 W El Prado Dr',
      'DESCRIPTION:Bring a chair.',
      'STATUS:CONFIRMED',
      'SEQUENCE:2',
    ]),
  );
});

test('the zone block tells each change of the clock around the events', () => {
  const lines = linesOf(calendarFile([concert], options));
  const block = lines.slice(lines.indexOf('BEGIN:VTIMEZONE'), lines.indexOf('END:VTIMEZONE') + 1).join('\n');
  expect(block).toContain(
    'BEGIN:DAYLIGHT\nDTSTART:20260308T020000\nTZOFFSETFROM:-0600\nTZOFFSETTO:-0500\nEND:DAYLIGHT',
  );
  expect(block).toContain(
    'BEGIN:STANDARD\nDTSTART:20261101T020000\nTZOFFSETFROM:-0500\nTZOFFSETTO:-0600\nEND:STANDARD',
  );
  expect(block).not.toContain('20280');
});

test('a zone without summer time has one rule', () => {
  const lines = linesOf(calendarFile([concert], { ...options, timeZone: 'America/Phoenix' }));
  expect(lines.filter((line) => line.startsWith('BEGIN:STANDARD') || line.startsWith('BEGIN:DAYLIGHT'))).toHaveLength(
    1,
  );
});

test('whole days have no clock and end on the day after', () => {
  const day = { ...concert, allDay: true, startsAt: new Date('2026-07-04T05:00:00Z'), endsAt: null };
  expect(linesOf(calendarFile([day], options))).toEqual(
    expect.arrayContaining(['DTSTART;VALUE=DATE:20260704', 'DTEND;VALUE=DATE:20260705']),
  );
  const fair = { ...day, endsAt: new Date('2026-07-06T05:00:00Z') };
  expect(linesOf(calendarFile([fair], options))).toContain('DTEND;VALUE=DATE:20260706');
});

test('a cancelled event says so twice', () => {
  const lines = linesOf(calendarFile([{ ...concert, title: 'Concert', status: 'cancelled' }], options));
  expect(lines).toEqual(expect.arrayContaining(['STATUS:CANCELLED', 'SUMMARY:Concert (cancelled)']));
});

test('why it is off, who asks people in and where to read on come along', () => {
  const told = {
    note: 'Rain, new date soon',
    organizer: 'The band',
    url: 'https://band.example/',
    contact: '210-555-0100',
  };
  expect(linesOf(calendarFile([{ ...concert, ...told }], options))).toEqual(
    expect.arrayContaining([
      'DESCRIPTION:Rain\\, new date soon\\n\\nBring a chair.\\n\\nBy The band\\n\\nhttps://band.example/',
      'CONTACT:210-555-0100',
      'URL:https://town.example/events/concert',
    ]),
  );
});

test('what it costs and where it is come along as other calendars write them', () => {
  const paid = { ...concert, price: '$10, children free', latitude: 29.4776, longitude: -98.4868 };
  expect(linesOf(calendarFile([paid], options))).toEqual(
    expect.arrayContaining(['X-COST:$10\\, children free', 'GEO:29.4776;-98.4868']),
  );
  expect(linesOf(calendarFile([{ ...concert, isFree: true }], options))).toContain('X-COST-TYPE:free');
});

test('no line is longer than 75 bytes and no character is cut', () => {
  const title = 'Fiesta ñandú 🎆 '.repeat(20);
  const file = calendarFile([{ ...concert, title }], options);
  expect(Math.max(...file.split('\r\n').map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75);
  expect(linesOf(file)).toContain(`SUMMARY:${title}`);
  expect(file.endsWith('END:VCALENDAR\r\n')).toBe(true);
});

test('a calendar without events is a calendar', () => {
  expect(linesOf(calendarFile([], options))).not.toContain('BEGIN:VEVENT');
});
