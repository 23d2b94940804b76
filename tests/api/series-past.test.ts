/** A series that has begun: a change of its rule or its hours holds from now on, and what has been stays as it was. */
import { desc, eq } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { createApi } from '#app/api/api.ts';
import { changedFields, describeData } from '#features/audit/describe-data.ts';
import type { EventOccurrence } from '#features/events/contract.ts';
import { listOccurrencesForFeed } from '#features/events/server/list-for-feed.ts';
import { materialiseOccurrences } from '#features/events/server/materialise-occurrences.ts';
import type { previewTimes, StaffEvent } from '#features/events/staff-contract.ts';
import { auditLog, eventOccurrences } from '#server/db/schema/index.ts';
import { dayOf, formatTime } from '#shared/dates.ts';
import type { Answer } from '#shared/endpoint.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { answerOf } from '#tests/support/staff-office.ts';
import { problemOf, TestBrowser } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';

const database = testDatabase();
const timeZone = 'America/Chicago';
/** A Saturday market that is on Tuesdays, too. */
const form = {
  title: 'Olmos market',
  category: 'community',
  startsOn: '2026-10-03',
  startTime: '09:00',
  endTime: '12:00',
  rule: 'FREQ=WEEKLY;BYDAY=TU,SA',
};
const tuesdays = { ...form, rule: 'FREQ=WEEKLY;BYDAY=TU' };
const atTen = { ...form, startTime: '10:00', endTime: '13:00' };
let now: Date;
let staff: TestBrowser;
let market: StaffEvent;

const write = (method: 'POST' | 'PUT', path: string, body: unknown) =>
  staff.write(method, `/api/staff/events${path}`, { body });
const read = async () => answerOf<StaffEvent>(await staff.get(`/api/staff/events/${market.id}`));
const save = async (fields: object) => {
  const { version, skippedDays } = await read();
  return answerOf<StaffEvent>(await write('PUT', `/${market.id}`, { skippedDays, ...fields, version }));
};
const change = async (day: string, body: object) => answerOf(await write('PUT', `/${market.id}/times/${day}`, body));
const undo = () => staff.post('/api/staff/undo', { body: { subjectId: market.id } });

/** The dates that visitors find, as '2026-11-07 9:00 AM'. */
async function shown(from: string, until: string): Promise<string[]> {
  const rows = await database.db.select().from(eventOccurrences).where(eq(eventOccurrences.eventId, market.id));
  return rows
    .map(({ startsAt }) => `${dayOf(startsAt, timeZone)} ${formatTime(startsAt, timeZone)}`)
    .filter((text) => text >= from && text < until)
    .sort();
}
const onDay = async (day: string) => answerOf<EventOccurrence[]>(await staff.get(`/api/events?day=${day}`));

async function lastEntry() {
  const isOf = eq(auditLog.subjectId, market.id);
  const [row] = await database.db.select().from(auditLog).where(isOf).orderBy(desc(auditLog.id)).limit(1);
  const data = row?.data as Record<string, unknown>;
  return { action: row?.action, fields: changedFields(data, row?.action), told: describeData(data, timeZone) };
}

async function preview({ startsOn, startTime, endTime, rule }: typeof form) {
  const { id, skippedDays } = await read();
  const query = { startsOn, startTime, endTime, rule, skippedDays: skippedDays.join(), event: id };
  return answerOf<Answer<typeof previewTimes>>(await staff.get(`/api/staff/event-times?${new URLSearchParams(query)}`));
}

beforeEach(async () => {
  now = new Date('2026-10-01T12:00:00Z');
  const app = createApi(testServices(database, { now: () => now }));
  const user = await aUser(database.db, { role: 'staff' });
  const expiresAt = new Date('2027-06-01T00:00:00Z');
  staff = new TestBrowser(app).withSession(await aSession(database.db, user.id, { expiresAt }));
  market = await answerOf<StaffEvent>(await write('POST', '', form));
  now = new Date('2026-11-29T19:00:00Z');
  await materialiseOccurrences(database.db, { timeZone, now });
});

it('keeps the dates that have been, and its first day, when a weekday goes', async () => {
  const was = await shown('2026-10-03', '2026-11-29');
  expect(was).toHaveLength(17);
  const saved = await save(tuesdays);
  expect(saved).toMatchObject({ startsOn: '2026-10-03', repeats: 'Every week on Tuesday' });
  expect(await shown('2026-10-03', '2026-11-29')).toEqual(was);
  expect(await shown('2026-11-29', '2026-12-09')).toEqual(['2026-12-01 9:00 AM', '2026-12-08 9:00 AM']);
  expect((await onDay('2026-11-07')).map(({ title }) => title)).toEqual(['Olmos market']);
  expect(await lastEntry()).toMatchObject({ action: 'event.edited', fields: 'How often' });
  expect((await lastEntry()).told).toContain('Holds from: November 29, 2026');
  // Nor does the job of the next days rewrite them.
  now = new Date('2026-12-02T19:00:00Z');
  await materialiseOccurrences(database.db, { timeZone, now });
  expect(await shown('2026-10-03', '2026-11-29')).toEqual(was);
  // The weekday comes back with all that was, and from then on.
  await save(form);
  expect(await shown('2026-10-03', '2026-11-29')).toEqual(was);
  expect(await shown('2026-11-29', '2026-12-09')).toEqual([
    '2026-12-01 9:00 AM',
    '2026-12-05 9:00 AM',
    '2026-12-08 9:00 AM',
  ]);
});

it('keeps the hours of what has been, also in calendars, when the hour changes or it lasts all day', async () => {
  await save(atTen);
  expect(await shown('2026-11-28', '2026-12-02')).toEqual(['2026-11-28 9:00 AM', '2026-12-01 10:00 AM']);
  await save({ ...form, allDay: true, startTime: '', endTime: '' });
  const [past] = await onDay('2026-11-07');
  expect(past).toMatchObject({ allDay: false, startDate: '2026-11-07T15:00:00.000Z' });
  const entries = await listOccurrencesForFeed(database.db, now, undefined);
  const allDayOf = Object.fromEntries(entries.map((entry) => [dayOf(entry.startsAt, timeZone), entry.allDay]));
  expect(allDayOf).toMatchObject({ '2026-11-07': false, '2026-11-28': false, '2026-12-01': true });
});

it('counts a date of today that has begun to what has been, and one to come not', async () => {
  now = new Date('2026-12-01T15:30:00Z');
  await save(atTen);
  expect(await shown('2026-12-01', '2026-12-06')).toEqual(['2026-12-01 9:00 AM', '2026-12-05 10:00 AM']);
  expect((await read()).times.map(({ day }) => day).slice(0, 2)).toEqual(['2026-12-01', '2026-12-05']);
  now = new Date('2026-12-05T12:00:00Z');
  await save({ ...form, startTime: '11:00', endTime: '13:00' });
  expect(await shown('2026-12-01', '2026-12-06')).toEqual(['2026-12-01 9:00 AM', '2026-12-05 11:00 AM']);
});

it('leaves single dates of the past as they were, and names announced ones that go', async () => {
  now = new Date('2026-11-20T12:00:00Z');
  await change('2026-11-21', { as: 'cancelled', note: 'Storm' });
  await change('2026-11-24', { as: 'skipped' });
  now = new Date('2026-11-29T19:00:00Z');
  await change('2026-12-05', { as: 'cancelled', note: 'Parade' });
  await change('2026-12-12', { as: 'skipped' });
  const { drops, hints, isPast } = await preview(tuesdays);
  expect(drops).toEqual([{ day: '2026-12-05', kind: 'canceled' }]);
  expect(isPast).toBe(false);
  expect(hints[0]).toBe('What has been stays as it was. The change holds from November 29, 2026 on.');
  expect(hints[1]).toMatch(/^December 5, 2026 \(canceled\) and December 12, 2026 \(skipped\) drop out of the series\./);
  expect((await preview(atTen)).drops).toEqual([]);
  await save(tuesdays);
  expect(await onDay('2026-11-21')).toMatchObject([{ status: 'cancelled', note: 'Storm' }]);
  expect(await onDay('2026-11-24')).toEqual([]);
  expect(await onDay('2026-12-05')).toEqual([]);
  expect((await lastEntry()).told).toContain('Not in the series any more: December 5, 2026');
  await save(form);
  expect(await onDay('2026-12-05')).toMatchObject([{ status: 'cancelled', note: 'Parade' }]);
});

it('is undone as a whole within the time, and not after another change', async () => {
  await change('2026-12-05', { as: 'cancelled', note: 'Parade' });
  const before = await read();
  const was = await shown('2026-10-03', '2027-02-01');
  // Each date moves by a day, and the canceled one with it.
  const moved = { ...form, title: 'Sunday market', startsOn: '2026-10-04', rule: 'FREQ=WEEKLY;BYDAY=WE,SU' };
  await save(moved);
  expect(await onDay('2026-12-06')).toMatchObject([{ status: 'cancelled', title: 'Sunday market' }]);
  expect(await shown('2026-11-28', '2026-12-03')).toEqual([
    '2026-11-28 9:00 AM',
    '2026-11-29 9:00 AM',
    '2026-12-02 9:00 AM',
  ]);
  expect((await undo()).status).toBe(200);
  const after = await read();
  expect(after).toEqual({ ...before, version: before.version + 2 });
  expect(await shown('2026-10-03', '2027-02-01')).toEqual(was);
  expect(await lastEntry()).toMatchObject({ action: 'event.undone' });

  await save(tuesdays);
  await change('2026-12-08', { as: 'cancelled' });
  expect(await problemOf(await undo())).toMatchObject({ status: 409, code: 'conflict' });
  await save(atTen);
  now = new Date(now.getTime() + 60_000);
  expect(await problemOf(await undo())).toMatchObject({ status: 409, code: 'conflict' });
  // Without a change there is nothing to undo.
  expect((await save(atTen)).version).toBe((await read()).version);
});

it('is not made an event of one day again, but ended', async () => {
  const { version } = await read();
  const once = { ...form, rule: null, version };
  expect(await problemOf(await write('PUT', `/${market.id}`, once))).toMatchObject({
    status: 422,
    fields: { rule: 'This series has begun, and the dates that have been stay. Let it end on a day instead' },
  });
  await save({ ...form, rule: `${form.rule};UNTIL=20261110T235959Z` });
  expect(await shown('2026-11-14', '2027-12-01')).toEqual([
    '2026-11-14 9:00 AM',
    '2026-11-17 9:00 AM',
    '2026-11-21 9:00 AM',
    '2026-11-24 9:00 AM',
    '2026-11-28 9:00 AM',
  ]);
});

it('took place until it was canceled, and is canceled from then on, also once it is on again', async () => {
  const status = async (to: string) => {
    const { version } = await read();
    return answerOf(await write('PUT', `/${market.id}/status`, { version, status: to, note: 'No stalls' }));
  };
  await status('cancelled');
  expect(await onDay('2026-11-28')).toMatchObject([{ status: 'scheduled', note: null }]);
  expect(await onDay('2026-12-01')).toMatchObject([{ status: 'cancelled', note: 'No stalls' }]);
  const daysOf = async (month: string) =>
    (await answerOf<{ day: string }[]>(await staff.get(`/api/events/days?month=${month}`))).map(({ day }) => day);
  expect(await daysOf('2026-11')).toHaveLength(8);
  expect(await daysOf('2026-12')).toEqual([]);
  now = new Date('2026-12-03T19:00:00Z');
  await status('scheduled');
  expect(await onDay('2026-11-28')).toMatchObject([{ status: 'scheduled' }]);
  expect(await onDay('2026-12-01')).toMatchObject([{ status: 'cancelled' }]);
  expect(await onDay('2026-12-05')).toMatchObject([{ status: 'scheduled' }]);
});

it('is canceled, too, on a date to come that was moved from a day that has been; one moved to such a day took place', async () => {
  now = new Date('2026-11-20T12:00:00Z');
  const clock = { startTime: '09:00', endTime: '12:00' };
  await change('2026-11-21', { as: 'changed', clock: { ...clock, startsOn: '2026-11-30' } });
  await change('2026-12-05', { as: 'changed', clock: { ...clock, startsOn: '2026-11-27' } });
  await change('2026-11-24', { as: 'changed', clock: { ...clock, startsOn: '2026-11-29' } });
  now = new Date('2026-11-29T19:00:00Z');
  const { version } = await read();
  await answerOf(await write('PUT', `/${market.id}/status`, { version, status: 'cancelled', note: 'No stalls' }));
  expect(await onDay('2026-11-30')).toMatchObject([{ status: 'cancelled', note: 'No stalls' }]);
  expect(await onDay('2026-11-27')).toMatchObject([{ status: 'scheduled', note: null }]);
  // Today's had begun.
  expect(await onDay('2026-11-29')).toMatchObject([{ status: 'scheduled', note: null }]);
});

it('gives no words of a date to come to one that has been, when all its days move back', async () => {
  now = new Date('2026-12-02T19:00:00Z');
  await change('2026-12-05', { as: 'cancelled', note: 'Parade' });
  // Four days back, Saturday is the Tuesday of the day before, which took place.
  const moved = { ...form, startsOn: '2026-09-29', rule: 'FREQ=WEEKLY;BYDAY=FR,TU' };
  expect((await preview(moved)).drops).toEqual([{ day: '2026-12-05', kind: 'canceled' }]);
  await save(moved);
  expect(await onDay('2026-12-01')).toMatchObject([{ status: 'scheduled', note: null }]);
});

it('begins on another day when staff say so, with what has been', async () => {
  const later = await save({ ...form, startsOn: '2026-12-15', startTime: '08:00', endTime: '' });
  expect(later.startsOn).toBe('2026-12-15');
  expect(await shown('2026-11-24', '2026-12-20')).toEqual([
    '2026-11-24 9:00 AM',
    '2026-11-28 9:00 AM',
    '2026-12-15 8:00 AM',
    '2026-12-19 8:00 AM',
  ]);
  // A second change before that day adds no dates to what has been.
  now = new Date('2026-12-10T19:00:00Z');
  await save({ ...form, startTime: '07:00', endTime: '' });
  expect(await shown('2026-11-28', '2026-12-13')).toEqual(['2026-11-28 9:00 AM', '2026-12-12 7:00 AM']);
});

it('stays as it was, too, when a calendar file that is read again has another hour, or cancels it', async () => {
  const rule = ['RRULE:FREQ=WEEKLY;BYDAY=SA', 'SUMMARY:Yoga', 'UID:yoga@city'];
  const file = (start: string, ...more: string[]) =>
    ['BEGIN:VCALENDAR', 'BEGIN:VEVENT', `DTSTART;TZID=America/Chicago:20261003T${start}`, ...rule, ...more]
      .concat('END:VEVENT', 'END:VCALENDAR', '')
      .join('\r\n');
  const send = async (text: string) => {
    const headers = { 'Content-Type': 'application/octet-stream' };
    const body = Buffer.from(text);
    await answerOf(await staff.post('/api/staff/event-imports?name=city.ics&take=1', { body, headers }));
  };
  const yoga = async (day: string) =>
    (await onDay(day))
      .filter(({ title }) => title === 'Yoga')
      .map(({ startDate, status }) => `${formatTime(startDate, timeZone)} ${status}`);
  await send(file('140000'));
  await send(file('160000'));
  expect(await yoga('2026-11-28')).toEqual(['2:00 PM scheduled']);
  expect(await yoga('2026-12-05')).toEqual(['4:00 PM scheduled']);
  now = new Date('2026-12-07T19:00:00Z');
  await send(file('160000', 'STATUS:CANCELLED'));
  expect(await yoga('2026-12-05')).toEqual(['4:00 PM scheduled']);
  expect(await yoga('2026-12-12')).toEqual(['4:00 PM cancelled']);
});

it('refuses a price below zero and says what to enter', async () => {
  for (const price of ['-5', '−5', '$ -5', '- $5 at the door']) {
    expect(await problemOf(await write('POST', '', { ...form, price })), price).toMatchObject({
      status: 422,
      fields: { price: 'Enter what it costs, such as $5. If it costs nothing, choose “It is free”' },
    });
  }
  for (const price of ['$5-10', '5', 'Pay what you can – $5', '$.50']) {
    expect((await write('POST', '', { ...form, price })).status, price).toBe(201);
  }
});
