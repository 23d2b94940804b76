/** Other programs read a weekly event at 7 PM across both clock changes, and the site imports calendar files of other programs. */
import ICAL from 'ical.js';
import ical from 'node-ical';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createApi } from '#app/api/api.ts';
import { mountFeeds } from '#app/feeds/feeds.ts';
import type { ImportRow } from '#features/events/calendar-import-contract.ts';
import type { EventOccurrence } from '#features/events/contract.ts';
import { materialiseOccurrences } from '#features/events/server/materialise-occurrences.ts';
import type { StaffEventRow } from '#features/events/staff-contract.ts';
import { formatTime, isoWithOffset } from '#shared/dates.ts';
import { anEvent } from '#tests/factories/an-event.ts';
import { answerOf, aStaffOffice, type StaffOffice } from '#tests/support/staff-office.ts';
import { town } from '#tests/support/structured-data.ts';
import { problemOf } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';

const database = testDatabase();
const timeZone = 'America/Chicago';
/** Between the two clock changes of the winter 2026/27, so that the feed contains both. */
const now = new Date('2026-10-20T15:00:00Z');
let app: ReturnType<typeof createApi>;
beforeAll(() => {
  const services = testServices(database, { now: () => now });
  app = createApi(services);
  mountFeeds(app, services);
});

const read = async (path: string) => {
  const response = await app.request(path);
  expect(response.status, path).toBe(200);
  return response.text();
};

describe('a weekly 7 PM', () => {
  beforeEach(async () => {
    const choir = {
      title: 'Choir',
      category: 'cultural' as const,
      startsAt: new Date('2026-10-02T00:00:00Z'),
      endsAt: new Date('2026-10-02T01:30:00Z'),
      rule: 'FREQ=WEEKLY;BYDAY=TH',
      skippedDays: ['2026-11-26'],
    };
    await anEvent(database.db, choir);
    await anEvent(database.db, {
      title: 'Council',
      category: 'government',
      startsAt: new Date('2026-11-05T00:00:00Z'),
    });
    await materialiseOccurrences(database.db, { timeZone, now });
  });

  it('is 7 PM in the calendar file for two parsers, in the API, on pages and in structured data', async () => {
    const text = await read('/feeds/events.ics');
    // Both names of the interval, so that every calendar asks again during the day.
    for (const line of ['REFRESH-INTERVAL;VALUE=DURATION:PT6H', 'X-PUBLISHED-TTL:PT6H', 'X-WR-CALNAME:']) {
      expect(text).toContain(`\r\n${line}`);
    }
    const zone = new ICAL.Timezone(new ICAL.Component(ICAL.parse(text)).getFirstSubcomponent('vtimezone') ?? undefined);
    const first = new ICAL.Component(ICAL.parse(text))
      .getAllSubcomponents('vevent')
      .filter((part) => part.getFirstPropertyValue('summary') === 'Choir')
      .map((part) => {
        const start = part.getFirstPropertyValue('dtstart') as ICAL.Time;
        expect([start.hour, start.minute]).toEqual([19, 0]);
        return Date.UTC(start.year, start.month - 1, start.day, start.hour) - zone.utcOffset(start) * 1000;
      });
    const second = Object.values(ical.sync.parseICS(text)).flatMap((part) =>
      part?.type === 'VEVENT' && part.summary === 'Choir' ? [part.start.getTime()] : [],
    );
    expect(second).toEqual(first);
    expect(first.every((ms) => formatTime(new Date(ms), timeZone) === '7:00 PM')).toBe(true);
    expect(new Set(first.map((ms) => new Date(ms).getUTCHours()))).toEqual(new Set([0, 1]));
    const has = (day: string) => first.some((ms) => new Date(ms).toISOString().startsWith(day));
    // The feed lacks Thanksgiving, which is canceled, and has the weeks around both clock changes.
    expect(['2026-11-27', '2026-10-30', '2026-11-06', '2027-03-12', '2027-03-19'].map(has)).toEqual([
      false,
      true,
      true,
      true,
      true,
    ]);
    for (const month of ['2026-10', '2026-11', '2027-03']) {
      const list = JSON.parse(await read(`/api/events?month=${month}&limit=100`)) as EventOccurrence[];
      const choir = list.filter(({ title }) => title === 'Choir');
      expect(choir.length).toBeGreaterThan(2);
      for (const one of choir) {
        expect(first).toContain(Date.parse(one.startDate));
        expect(isoWithOffset(one.startDate, town.timeZone)).toMatch(/T19:00:00-0[56]:00$/);
      }
    }
  });

  it('has feeds of its category, and links into calendars on the web', async () => {
    expect(await read('/feeds/events/cultural.ics')).not.toContain('Council');
    expect(await read('/feeds/events/government.ics')).toContain('SUMMARY:Council');
    expect((await app.request('/feeds/events/party.ics')).status).toBe(404);
    const rss = await read('/feeds/events.xml');
    expect(rss).toContain('Choir: Thursday, October 22');
    expect(rss).toContain('7:00 PM - 8:30 PM');
    expect(await read('/feeds/events/government.xml')).not.toContain('Choir');
    const [next] = JSON.parse(await read('/api/events')) as EventOccurrence[];
    const google = await app.request(`/events/${next?.id}/google`);
    expect([google.status, google.headers.get('location')]).toEqual([
      302,
      expect.stringContaining('dates=20261022T190000%2F20261022T203000&ctz=America%2FChicago') as string,
    ]);
    const outlook = (await app.request(`/events/${next?.id}/outlook`)).headers.get('location');
    expect(outlook).toContain('startdt=2026-10-22T19%3A00%3A00-05%3A00');
    expect((await app.request('/events/nothing/google')).status).toBe(404);
  });
});

it('lists what is coming for other sites, which may frame this page and no other', async () => {
  await anEvent(database.db, { title: 'Fair <3', startsAt: new Date('2026-11-05T00:00:00Z'), status: 'postponed' });
  await materialiseOccurrences(database.db, { timeZone, now });
  const response = await app.request('/embed/events');
  expect(response.headers.get('content-security-policy')).toMatch(
    /^default-src 'none'; style-src 'sha256-.*frame-ancestors \*$/,
  );
  expect(response.headers.get('set-cookie')).toBeNull();
  const page = await response.text();
  expect(page).toContain('Postponed: Fair ');
  expect(page).not.toContain('<3');
  expect(page).not.toContain('<script');
  expect(await read('/embed/events?category=business')).not.toContain('Fair');
  expect((await app.request('/embed/events?category=party')).status).toBe(404);
});

describe('a calendar file', () => {
  let office: StaffOffice;
  beforeEach(async () => {
    office = await aStaffOffice(database);
  });

  const file = (...parts: string[]) => `BEGIN:VCALENDAR\r\nVERSION:2.0\r\n${parts.join('\r\n')}\r\nEND:VCALENDAR\r\n`;
  const event = (...lines: string[]) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT'].join('\r\n');
  const send = (text: string, query = '') =>
    office.staff.post(`/api/staff/event-imports?name=city.ics${query}`, {
      body: Buffer.from(text),
      headers: { 'Content-Type': 'application/octet-stream' },
    });
  type Result = { rows: ImportRow[]; added: number; updated: number };
  const dryRun = async (text: string) => (await answerOf<Result>(await send(text))).rows;
  const states = (rows: ImportRow[]) => rows.map(({ state }) => state);
  const titles = async (state: string) =>
    (await answerOf<StaffEventRow[]>(await office.staff.get(`/api/staff/events?state=${state}`))).map(
      ({ title }) => title,
    );

  const fair = event('UID:fair@city', 'DTSTART:20990704T150000Z', 'DTEND:20990704T170000Z', 'SUMMARY:Fair');
  const yoga = event(
    'UID:yoga@city',
    'DTSTART;TZID=America/Chicago:20990106T080000',
    'RRULE:FREQ=WEEKLY;BYDAY=TU',
    'SUMMARY:Yoga',
  );

  it('is looked at first, then taken in row by row, and never twice', async () => {
    const odd = event('UID:odd@city', 'DTSTART:20990101T100000Z', 'RRULE:FREQ=HOURLY', 'SUMMARY:Odd');
    const rows = await dryRun(file(fair, yoga, odd));
    expect(states(rows)).toEqual(['new', 'new', 'refused']);
    expect(rows[2]?.notes[0]).toMatch(/repeats in a way.*by hand/);
    expect(await titles('upcoming')).toEqual([]);
    expect(await answerOf<Result>(await send(file(fair, yoga, odd), '&take=1,3'))).toMatchObject({
      added: 1,
      updated: 0,
    });
    const later = file(fair.replace('SUMMARY:Fair', 'SUMMARY:Big fair'), yoga);
    expect(states(await dryRun(later))).toEqual(['changed', 'new']);
    expect(await answerOf<Result>(await send(later, '&take=1,2'))).toMatchObject({ added: 1, updated: 1 });
    expect(states(await dryRun(later))).toEqual(['same', 'same']);
    expect(await titles('upcoming')).toContain('Big fair');
  });

  it('may be cut short in the middle of a letter', async () => {
    const long = event('UID:long@city', 'DTSTART:20990704T150000Z', `SUMMARY:${'x'.repeat(149)}\u{1f333}\u{1f333}`);
    expect(await answerOf<Result>(await send(file(long), '&take=1'))).toMatchObject({ added: 1 });
    expect(await titles('upcoming')).toContain('x'.repeat(149));
  });

  it('knows what is here already from elsewhere by its title and start', async () => {
    await anEvent(database.db, { title: 'FAIR!', startsAt: new Date('2099-07-04T15:00:00Z') });
    expect(states(await dryRun(file(fair)))).toEqual(['alike']);
  });

  it('refuses what is no calendar, what is too large, and everybody who is not staff', async () => {
    expect(await problemOf(await send('Dear neighbors'))).toMatchObject({ status: 415, code: 'wrong_type' });
    expect(await problemOf(await send(file('X'.repeat(1024 * 1024))))).toMatchObject({ status: 413 });
    expect(await problemOf(await send(file(...Array.from({ length: 501 }, () => fair))))).toMatchObject({
      status: 413,
    });
    expect((await send(file(fair), '&take=x')).status).toBe(400);
    const response = await office.owner.post('/api/staff/event-imports', { body: {} });
    expect(response.status).toBe(403);
  });
});
