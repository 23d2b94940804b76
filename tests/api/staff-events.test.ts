import { eq } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import type { EventOccurrence } from '#features/events/contract.ts';
import type { StaffEvent, StaffEventRow } from '#features/events/staff-contract.ts';
import { auditLog, events } from '#server/db/schema/index.ts';
import { addDays, dayOf } from '#shared/dates.ts';
import { anEvent } from '#tests/factories/an-event.ts';
import { answerOf, aStaffOffice, type StaffOffice } from '#tests/support/staff-office.ts';
import { problemOf } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';

const database = testDatabase();
let office: StaffOffice;
beforeEach(async () => {
  office = await aStaffOffice(database);
});

/** The next Thursday that is at least a week ahead, so that nothing depends on the day of the test. */
const thursday = (() => {
  const day = addDays(dayOf(new Date(), 'America/Chicago'), 7);
  return addDays(day, (11 - new Date(`${day}T00:00:00Z`).getUTCDay()) % 7);
})();
const form = {
  title: 'Band night',
  description: '<p onclick="x()">Bring a chair<script>steal()</script></p>',
  location: 'The square',
  category: 'cultural',
  startsOn: thursday,
  startTime: '19:00',
  endTime: '21:00',
};
const weekly = { ...form, title: 'Choir', rule: 'FREQ=WEEKLY;BYDAY=TH' };

const write = async (method: 'POST' | 'PUT' | 'DELETE', path: string, body: unknown) =>
  office.staff.write(method, `/api/staff/${path}`, { body });
const create = async (body: object = form) => answerOf<StaffEvent>(await write('POST', 'events', body));
const shown = async () => answerOf<EventOccurrence[]>(await office.visitor.get('/api/events'));
const refused = (response: Response) => problemOf(response);

it('puts an event into the calendar, its text cleaned, and notes who did', async () => {
  const made = await create({ ...form, url: 'band.example', organizer: 'The band', contact: '210-555-0100' });
  expect(made).toMatchObject({
    startsOn: thursday,
    startTime: '19:00',
    endTime: '21:00',
    status: 'scheduled',
    version: 1,
  });
  const [event] = await shown();
  expect(event).toMatchObject({
    title: 'Band night',
    description: '<p>Bring a chair</p>',
    url: 'https://band.example/',
    organizer: 'The band',
  });
  const [row] = await database.db.select().from(auditLog).where(eq(auditLog.subjectId, made.id));
  expect(row).toMatchObject({ action: 'event.created', actorId: office.staffUser.id });
});

it('refuses what cannot be and says what to do', async () => {
  const wrong: [object, string][] = [
    [{ title: '' }, 'title'],
    [{ category: 'party' }, 'category'],
    [{ endTime: '09:00' }, 'endTime'],
    [{ startsOn: '' }, 'startsOn'],
    [{ rule: 'FREQ=SECONDLY' }, 'rule'],
    [{ rule: 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30' }, 'rule'],
    [{ rule: 'FREQ=WEEKLY;BYDAY=TH;UNTIL=20200101T235959Z' }, 'until'],
    [{ rule: 'FREQ=DAILY', endsOn: addDays(thursday, 2) }, 'endsOn'],
    [{ rule: 'FREQ=WEEKLY;COUNT=1', skippedDays: [thursday] }, 'skippedDays'],
    [{ url: 'javascript:alert(1)' }, 'url'],
    [{ imageUrl: 'https://evil.example/x.png' }, 'imageUrl'],
  ];
  for (const [fields, field] of wrong) {
    const answer = await refused(await write('POST', 'events', { ...form, ...fields }));
    expect([answer.status, answer.code, Object.keys(answer.fields ?? {})], field).toEqual([422, 'invalid', [field]]);
  }
  expect(await database.db.select().from(events)).toEqual([]);
});

it('begins a series on the first day that its rule gives, and shows what is to come', async () => {
  const made = await create({ ...weekly, startsOn: addDays(thursday, -2) });
  expect(made).toMatchObject({ startsOn: thursday, repeats: 'Every week on Thursday' });
  expect(made.times.slice(0, 3).map(({ day }) => day)).toEqual([0, 7, 14].map((days) => addDays(thursday, days)));
});

it('saves edits of the copy that was looked at only', async () => {
  const { id } = await create();
  const body = { ...form, title: 'Band afternoon', version: 1 };
  expect(await answerOf<StaffEvent>(await write('PUT', `events/${id}`, body))).toMatchObject({ version: 2 });
  expect(await refused(await write('PUT', `events/${id}`, body))).toMatchObject({ status: 409, code: 'conflict' });
  expect((await shown())[0]?.title).toBe('Band afternoon');
  const unknown = '01890000-0000-7000-8000-000000000000';
  expect((await write('PUT', `events/${unknown}`, body)).status).toBe(404);
  const [row] = await database.db.select().from(auditLog).where(eq(auditLog.action, 'event.edited'));
  expect(row?.data).toMatchObject({ title: ['Band night', 'Band afternoon'] });
});

it('cancels with a reason, then may delete; before that it may not once people know of it', async () => {
  const old = await anEvent(
    database.db,
    { startsAt: new Date(Date.now() + 5 * 86_400_000), createdAt: new Date(Date.now() - 3 * 86_400_000) },
    [{ startsAt: new Date(Date.now() + 5 * 86_400_000) }],
  );
  expect(await refused(await write('DELETE', `events/${old.id}`, {}))).toMatchObject({ status: 409 });
  const off = { version: 1, status: 'cancelled', note: 'The hall is flooded.' };
  await answerOf(await write('PUT', `events/${old.id}/status`, off));
  expect((await shown())[0]).toMatchObject({ status: 'cancelled', note: 'The hall is flooded.' });
  const rows = await answerOf<StaffEventRow[]>(await office.staff.get('/api/staff/events?state=cancelled'));
  expect(rows.map(({ id }) => id)).toEqual([old.id]);
  expect((await write('DELETE', `events/${old.id}`, {})).status).toBe(200);
  expect(await shown()).toEqual([]);
});

it('gives a new date, tells the former one, and leaves series to their single times', async () => {
  const { id, version } = await create();
  const date = { version, startsOn: addDays(thursday, 1), startTime: '18:00', note: 'Rain' };
  const moved = await answerOf<StaffEvent>(await write('PUT', `events/${id}/date`, date));
  const [event] = await shown();
  expect(event).toMatchObject({ note: 'Rain', previousStartDate: moved.previousStartDate });
  expect(dayOf(moved.previousStartDate ?? '', 'America/Chicago')).toBe(thursday);
  const series = await create(weekly);
  expect((await write('PUT', `events/${series.id}/date`, date)).status).toBe(409);
});

it('changes, calls off, leaves out and restores single times of a series', async () => {
  const { id } = await create(weekly);
  const time = (days: number) => `events/${id}/times/${addDays(thursday, days)}`;
  const clock = { startsOn: thursday, startTime: '17:30', endTime: '' };
  await answerOf(await write('PUT', time(0), { as: 'changed', clock, location: 'Chapel', note: 'An hour early' }));
  await answerOf(await write('PUT', time(7), { as: 'cancelled', note: 'Holiday' }));
  await answerOf(await write('PUT', time(14), { as: 'skipped' }));
  expect((await write('PUT', time(1), { as: 'cancelled' })).status).toBe(404);
  expect(await refused(await write('PUT', time(21), { as: 'changed', clock: { startsOn: 'x' } }))).toMatchObject({
    status: 422,
    fields: { startsOn: expect.any(String) as string },
  });
  const list = await answerOf<EventOccurrence[]>(
    await office.visitor.get(`/api/events?month=${thursday.slice(0, 7)}&limit=100`),
  );
  expect(list[0]).toMatchObject({ title: 'Choir', location: 'Chapel', note: 'An hour early', endDate: null });
  const { times } = await answerOf<StaffEvent>(await office.staff.get(`/api/staff/events/${id}`));
  expect(times.slice(0, 4).map((one) => [one.isChanged, one.isCancelled, one.isSkipped])).toEqual([
    [true, false, false],
    [false, true, false],
    [false, false, true],
    [false, false, false],
  ]);
  for (const days of [0, 7, 14]) await answerOf(await write('DELETE', time(days), {}));
  const after = await answerOf<StaffEvent>(await office.staff.get(`/api/staff/events/${id}`));
  expect(after.times.every((one) => !one.isChanged && !one.isCancelled && !one.isSkipped)).toBe(true);
  expect(after.skippedDays).toEqual([]);
});

it('lists by state and search, page by page', async () => {
  await create(weekly);
  for (let n = 0; n < 51; n++) await anEvent(database.db, { title: `Old ${n}`, startsAt: new Date(1e12 + n * 1e6) });
  const read = (query: string) => office.staff.get(`/api/staff/events?${query}`);
  expect((await answerOf<StaffEventRow[]>(await read(''))).map(({ title }) => title)).toEqual(['Choir']);
  const first = await read('state=past');
  const next = /<([^>]+)>/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
  const titles = [
    ...(await answerOf<StaffEventRow[]>(first)),
    ...(await answerOf<StaffEventRow[]>(await office.staff.get(next))),
  ];
  expect([titles.length, titles[0]?.title, titles[50]?.title]).toEqual([51, 'Old 50', 'Old 0']);
  expect(await answerOf<StaffEventRow[]>(await read('state=past&search=old 17'))).toHaveLength(1);
});

it('tells while somebody types when it would be, or what is wrong', async () => {
  const ask = async (query: Record<string, string>) =>
    answerOf<{ times: { startDate: string }[]; repeats: string | null; hints: string[]; errors: object }>(
      await office.staff.get(`/api/staff/event-times?${new URLSearchParams(query)}`),
    );
  const given = { startsOn: thursday, startTime: '19:00', rule: weekly.rule, skippedDays: addDays(thursday, 7) };
  const good = await ask(given);
  expect(good.times.map(({ startDate }) => dayOf(startDate, 'America/Chicago'))).toEqual(
    [0, 14, 21, 28, 35].map((days) => addDays(thursday, days)),
  );
  expect(good).toMatchObject({ repeats: 'Every week on Thursday', hints: [], errors: {} });
  expect((await ask({ ...given, startsOn: addDays(thursday, 1) })).hints[0]).toMatch(/not one of them/);
  expect((await ask({ startsOn: '2020-01-01', startTime: '19:00' })).hints[0]).toMatch(/in the past/);
  expect(await ask({ startsOn: thursday, startTime: '' })).toMatchObject({
    times: [],
    errors: { startTime: expect.any(String) as string },
  });
});

it('is for staff alone', async () => {
  const { id } = await create();
  for (const path of ['events', `events/${id}`, 'event-times', 'event-suggestions']) {
    expect((await office.owner.get(`/api/staff/${path}`)).status).toBe(403);
    expect((await office.visitor.get(`/api/staff/${path}`)).status).toBe(401);
  }
  expect((await office.owner.write('POST', '/api/staff/events', { body: form })).status).toBe(403);
});
