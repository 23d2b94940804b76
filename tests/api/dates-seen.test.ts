/** An act on one date of a series is about the date as it was seen: what a colleague has done with it since is told, and stays. */
import { beforeEach, expect, it } from 'vitest';
import type { EventTime, StaffEvent } from '#features/events/staff-contract.ts';
import { addDays, dayOf } from '#shared/dates.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { found } from '#tests/support/found.ts';
import { answerOf, aStaffOffice, type StaffOffice } from '#tests/support/staff-office.ts';
import { problemOf, TestBrowser } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';

const database = testDatabase();
let office: StaffOffice;
let bens: TestBrowser;
let path: string;
let dates: readonly EventTime[];

const startsOn = addDays(dayOf(new Date(), 'America/Chicago'), 2);
const read = async () => (await answerOf<StaffEvent>(await office.staff.get(path))).times;
const date = (at: number) => found(dates[at], 'a date');

beforeEach(async () => {
  office = await aStaffOffice(database);
  const ben = await aUser(database.db, { role: 'staff', username: 'ben' });
  bens = new TestBrowser(office.app).withSession(await aSession(database.db, ben.id));
  const form = { title: 'Choir', location: 'Hall', category: 'cultural', startsOn, startTime: '18:00' };
  const body = { ...form, rule: 'FREQ=DAILY;COUNT=5' };
  path = `/api/staff/events/${(await answerOf<StaffEvent>(await office.staff.post('/api/staff/events', { body }))).id}`;
  dates = await read();
});

const put = (by: TestBrowser, { day, mark: seen }: EventTime, body: object) =>
  by.write('PUT', `${path}/times/${day}`, { body: { ...body, seen } });
const putBack = (by: TestBrowser, { day, mark }: EventTime) =>
  by.write('DELETE', `${path}/times/${day}?seen=${mark}`, {});

it('skipping, canceling, changing and putting back from a page that does not know of the cancellation are refused', async () => {
  await answerOf(await put(bens, date(1), { as: 'cancelled', note: 'Hall is closed' }));
  const refused = { status: 409, message: 'ben canceled this date (“Hall is closed”) just now. Look at it again.' };
  for (const as of ['skipped', 'cancelled', 'changed'])
    expect(await problemOf(await put(office.staff, date(1), { as, note: 'Mine' }))).toMatchObject(refused);
  expect(await problemOf(await putBack(office.staff, date(1)))).toMatchObject(refused);
  expect((await read())[1]).toMatchObject({ isCancelled: true, isSkipped: false, note: 'Hall is closed' });
  // Another date is not touched by that.
  await answerOf(await put(office.staff, date(2), { as: 'skipped' }));
});

it('an act on what was seen is done; one on an outdated page is told who was first, and with what', async () => {
  await answerOf(await put(bens, date(1), { as: 'skipped' }));
  expect((await problemOf(await put(office.staff, date(1), { as: 'cancelled' }))).message).toMatch(
    /^ben skipped this date/,
  );
  dates = await read();
  await answerOf(await putBack(office.staff, date(1)));
  expect((await problemOf(await putBack(bens, date(1)))).message).toMatch(/put this date back just now/);
  dates = await read();
  await answerOf(await put(bens, date(1), { as: 'changed', location: 'Chapel' }));
  expect((await problemOf(await put(office.staff, date(1), { as: 'skipped' }))).message).toMatch(
    /^ben changed this date/,
  );
  // A caller that does not say what it has seen is not asked.
  await answerOf(await office.staff.write('PUT', `${path}/times/${date(1).day}`, { body: { as: 'skipped' } }));
});
