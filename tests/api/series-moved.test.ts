/** A series whose days change: single dates that were changed, canceled or skipped move along, or are named before they drop out. */
import { desc, eq } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { describeData } from '#features/audit/describe-data.ts';
import type { previewTimes, StaffEvent } from '#features/events/staff-contract.ts';
import { auditLog } from '#server/db/schema/index.ts';
import { addDays, dayOf, formatDate } from '#shared/dates.ts';
import type { Answer } from '#shared/endpoint.ts';
import { answerOf, aStaffOffice, type StaffOffice } from '#tests/support/staff-office.ts';
import { problemOf } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';

const database = testDatabase();
const timeZone = 'America/Chicago';
let office: StaffOffice;
beforeEach(async () => {
  office = await aStaffOffice(database);
});

/** A Friday at least a week ahead. */
const friday = (() => {
  const day = addDays(dayOf(new Date(), timeZone), 7);
  return addDays(day, (12 - new Date(`${day}T00:00:00Z`).getUTCDay()) % 7);
})();
const form = {
  title: 'Yoga',
  category: 'community',
  startsOn: friday,
  startTime: '19:00',
  endTime: '20:00',
  rule: 'FREQ=WEEKLY;BYDAY=FR',
};
const saturdays = { ...form, startsOn: addDays(friday, 1), rule: 'FREQ=WEEKLY;BYDAY=SA' };
const on = (days: number) => addDays(friday, days);
const named = (days: number) => formatDate(`${on(days)}T12:00:00Z`, timeZone);

const write = (method: 'POST' | 'PUT', path: string, body: unknown) =>
  office.staff.write(method, `/api/staff/events${path}`, { body });
const read = async (id: string) => answerOf<StaffEvent>(await office.staff.get(`/api/staff/events/${id}`));

/** The second date is canceled, the third is at another hour, the fourth is skipped. */
async function aSeries(fields: object = {}): Promise<StaffEvent> {
  const { id } = await answerOf<StaffEvent>(await write('POST', '', { ...form, ...fields }));
  await answerOf(await write('PUT', `/${id}/times/${on(7)}`, { as: 'cancelled', note: 'Rain' }));
  const clock = { startsOn: on(14), startTime: '18:00', endTime: '' };
  await answerOf(await write('PUT', `/${id}/times/${on(14)}`, { as: 'changed', clock }));
  await answerOf(await write('PUT', `/${id}/times/${on(21)}`, { as: 'skipped' }));
  return read(id);
}

const save = async ({ id, version, skippedDays }: StaffEvent, fields: object) =>
  answerOf<StaffEvent>(await write('PUT', `/${id}`, { ...form, skippedDays, ...fields, version }));

async function preview({ id, skippedDays }: StaffEvent, fields: { startsOn: string; rule: string }) {
  const { startsOn, rule } = fields;
  const query = { startsOn, rule, startTime: '19:00', endTime: '20:00', skippedDays: skippedDays.join(), event: id };
  return answerOf<Answer<typeof previewTimes>>(
    await office.staff.get(`/api/staff/event-times?${new URLSearchParams(query)}`),
  );
}

const oddOf = ({ times }: StaffEvent) =>
  times
    .filter((time) => time.isCancelled || time.isChanged || time.isSkipped)
    .map(({ day, startDate, note }) => [day, dayOf(startDate, timeZone), note]);

it('marks in the preview what differs, each at its own time', async () => {
  const { times, hints } = await preview(await aSeries(), form);
  expect(times.map(({ isCancelled, isChanged }) => [isCancelled, isChanged])).toEqual([
    ...[
      [false, false],
      [true, false],
      [false, true],
    ],
    ...[
      [false, false],
      [false, false],
    ],
  ]);
  expect(times.map(({ startDate }) => dayOf(startDate, timeZone))).toEqual([0, 7, 14, 28, 35].map(on));
  expect(times[2]?.endDate).toBeNull();
  expect(hints).toEqual([]);
});

it('moves what differs along when the whole series moves by a day, and says so before', async () => {
  const series = await aSeries();
  const { hints, times } = await preview(series, saturdays);
  expect(hints).toEqual([
    `${named(7)} (canceled), ${named(14)} (changed), and ${named(21)} (skipped) move along with the series, each a day later.`,
  ]);
  expect(times.map(({ isCancelled, isChanged }) => isCancelled || isChanged)).toEqual([
    false,
    true,
    true,
    false,
    false,
  ]);
  const moved = await save(series, saturdays);
  expect(oddOf(moved)).toEqual([
    [on(8), on(8), 'Rain'],
    [on(15), on(15), ''],
    [on(22), on(22), ''],
  ]);
  expect(moved.skippedDays).toEqual([on(22)]);
  const page = await answerOf<{ times: { startDate: string; status: string }[] }>(
    await office.visitor.get(`/api/events/${moved.slug}`),
  );
  expect(page.times.slice(0, 4).map(({ startDate, status }) => [dayOf(startDate, timeZone), status])).toEqual([
    [on(1), 'scheduled'],
    [on(8), 'cancelled'],
    [on(15), 'scheduled'],
    [on(29), 'scheduled'],
  ]);
  // The way back is the same.
  const back = await save(moved, form);
  expect(oddOf(back).map(([day]) => day)).toEqual([7, 14, 21].map(on));
});

it('names in the history what changed, its rule in words, and what moved along', async () => {
  const series = await aSeries();
  await save(series, saturdays);
  const [row] = await database.db
    .select()
    .from(auditLog)
    .where(eq(auditLog.subjectId, series.id))
    .orderBy(desc(auditLog.id))
    .limit(1);
  const told = describeData(row?.data as Record<string, unknown>, timeZone, 'event.edited');
  expect(row?.action).toBe('event.edited');
  expect(told).toContain('How often: Every week on Friday → Every week on Saturday');
  expect(told).toContain(`Moved along with the series: ${named(7)} and ${named(14)} and ${named(21)}`);
  expect(told).not.toContain('BYDAY');
});

it('names what drops out when the days change in another way, and has it back with the former days', async () => {
  const series = await aSeries();
  const mondaysToo = { startsOn: on(3), rule: 'FREQ=WEEKLY;BYDAY=MO,SA' };
  const { hints } = await preview(series, mondaysToo);
  expect(hints).toEqual([
    `${named(7)} (canceled), ${named(14)} (changed), and ${named(21)} (skipped) drop out of the series. Set the days back, and they are there again.`,
  ]);
  const other = await save(series, mondaysToo);
  expect(oddOf(other)).toEqual([]);
  expect(oddOf(await save(other, form)).map(([day]) => day)).toEqual([7, 14, 21].map(on));
});

it('leaves dates where they are while the series only begins later, ends earlier or gets another hour', async () => {
  const series = await aSeries();
  const later = { startsOn: on(14), rule: form.rule };
  expect((await preview(series, later)).hints).toEqual([
    `${named(7)} (canceled) drops out of the series. Set the days back, and it is there again.`,
  ]);
  const saved = await save(series, { ...later, startTime: '18:30' });
  expect(oddOf(saved).map(([day]) => day)).toEqual([14, 21].map(on));
  const once = await save(saved, { ...form, rule: null });
  expect(once.times).toEqual([]);
});

it('takes a day that is added to the skipped ones for one of the new series, and keeps one date at least', async () => {
  const twice = { rule: 'FREQ=WEEKLY;BYDAY=FR;COUNT=2' };
  const { id } = await answerOf<StaffEvent>(await write('POST', '', { ...form, ...twice, skippedDays: [on(0)] }));
  const onSaturdays = { ...saturdays, rule: 'FREQ=WEEKLY;BYDAY=SA;COUNT=2' };
  const all = { ...onSaturdays, skippedDays: [on(0), on(8)], version: 1 };
  expect(await problemOf(await write('PUT', `/${id}`, all))).toMatchObject({
    status: 422,
    fields: { skippedDays: expect.stringMatching(/Keep at least one/) as string },
  });
  const saved = await answerOf<StaffEvent>(
    await write('PUT', `/${id}`, { ...onSaturdays, skippedDays: [on(0)], version: 1 }),
  );
  expect(saved.skippedDays).toEqual([on(1)]);
});

it('drops a date for good whose day the moved series gives to another one, which takes place', async () => {
  const until = `UNTIL=${on(9).replaceAll('-', '')}T235959Z`;
  const before = { ...form, rule: `FREQ=WEEKLY;BYDAY=FR,SU;${until}` };
  const { id } = await answerOf<StaffEvent>(await write('POST', '', { ...before, skippedDays: [on(7)] }));
  await answerOf(await write('PUT', `/${id}/times/${on(9)}`, { as: 'cancelled', note: 'Rain' }));
  const moved = { ...form, startsOn: on(2), rule: `FREQ=WEEKLY;BYDAY=SU,TU;${until}` };
  const { hints, times } = await preview(await read(id), moved);
  expect(hints).toContain(`${named(9)} (canceled) has no place in the new series, and is dropped for good.`);
  expect(times.at(-1)).toMatchObject({ isCancelled: false });
  const saved = await save(await read(id), moved);
  expect(saved.skippedDays).toEqual([on(9)]);
  expect(oddOf(saved).map(([day]) => day)).toEqual([on(9)]);
});
