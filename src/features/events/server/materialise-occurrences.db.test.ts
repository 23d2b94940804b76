import { asc, eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { eventChanges, eventOccurrences, events } from '#server/db/schema/index.ts';
import { dayOf } from '#shared/dates.ts';
import { anEvent } from '#tests/factories/an-event.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { materialiseOccurrences } from './materialise-occurrences.ts';
import { refreshOccurrences } from './refresh-occurrences.ts';

const database = testDatabase();
const timeZone = 'America/Chicago';
const now = new Date('2026-07-05T00:00:00Z');

/** Thursdays at 7 PM. */
const weekly = { startsAt: new Date('2026-01-02T01:00:00Z'), rule: 'FREQ=WEEKLY;BYDAY=TH' };

const stored = (eventId: string) =>
  database.db
    .select()
    .from(eventOccurrences)
    .where(eq(eventOccurrences.eventId, eventId))
    .orderBy(asc(eventOccurrences.startsAt));

it('writes down a series from 60 days back to 13 months ahead', async () => {
  const event = await anEvent(database.db, weekly);
  await materialiseOccurrences(database.db, { timeZone, now });
  const rows = await stored(event.id);
  expect(dayOf(rows[0]?.startsAt ?? now, timeZone)).toBe('2026-05-07');
  expect(dayOf(rows.at(-1)?.startsAt ?? now, timeZone)).toBe('2027-07-29');
  expect(rows).toHaveLength(65);
});

it('changes nothing the second time, and keeps ids and what was changed as the window moves', async () => {
  const event = await anEvent(database.db, weekly);
  await materialiseOccurrences(database.db, { timeZone, now });
  expect(await materialiseOccurrences(database.db, { timeZone, now })).toBe(0);
  const [, second] = await stored(event.id);
  if (!second?.day) throw new Error('no occurrence');
  await database.db.insert(eventChanges).values({ eventId: event.id, day: second.day, isCancelled: true });
  expect(await materialiseOccurrences(database.db, { timeZone, now, eventId: event.id })).toBe(1);

  const eightDaysLater = new Date('2026-07-13T00:00:00Z');
  await refreshOccurrences(database.db, eightDaysLater, timeZone);
  const rows = await stored(event.id);
  expect(rows[0]).toMatchObject({ id: second.id, status: 'cancelled' });
  expect(rows).toHaveLength(64);
});

it('moves one time of a series, skips a day, and takes both back', async () => {
  const event = await anEvent(database.db, weekly);
  await materialiseOccurrences(database.db, { timeZone, now });
  const before = await stored(event.id);
  const [moved] = before.filter(({ day }) => day === '2026-07-09');
  const change = { eventId: event.id, day: '2026-07-09', startsAt: new Date('2026-07-11T00:30:00Z'), title: 'Outside' };
  await database.db.insert(eventChanges).values({ ...change, note: 'In the park' });
  await database.db
    .update(events)
    .set({ skippedDays: ['2026-07-16'] })
    .where(eq(events.id, event.id));
  await materialiseOccurrences(database.db, { timeZone, now, eventId: event.id });
  const after = await stored(event.id);
  expect(after).toHaveLength(before.length - 1);
  expect(after.find(({ id }) => id === moved?.id)).toMatchObject({
    startsAt: change.startsAt,
    previousStartsAt: moved?.startsAt,
    endsAt: null,
    title: 'Outside',
    location: null,
    note: 'In the park',
  });

  await database.db.delete(eventChanges).where(eq(eventChanges.eventId, event.id));
  await database.db.update(events).set({ skippedDays: [] }).where(eq(events.id, event.id));
  await materialiseOccurrences(database.db, { timeZone, now, eventId: event.id });
  expect((await stored(event.id)).map(({ startsAt }) => startsAt)).toEqual(before.map(({ startsAt }) => startsAt));
  expect((await stored(event.id)).find(({ id }) => id === moved?.id)).toEqual(moved);
});

it('takes over what was written down before days were', async () => {
  const event = await anEvent(database.db, weekly);
  await materialiseOccurrences(database.db, { timeZone, now });
  const before = await stored(event.id);
  await database.db.update(eventOccurrences).set({ day: null });
  await materialiseOccurrences(database.db, { timeZone, now });
  expect(await stored(event.id)).toEqual(before);
});

it('keeps the ids when the hour of a series changes', async () => {
  const event = await anEvent(database.db, weekly);
  await materialiseOccurrences(database.db, { timeZone, now });
  const before = await stored(event.id);
  const hourLater = { startsAt: new Date('2026-01-02T02:00:00Z') };
  await database.db.update(events).set(hourLater).where(eq(events.id, event.id));
  await materialiseOccurrences(database.db, { timeZone, now, eventId: event.id });
  const after = await stored(event.id);
  expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
  expect(after[0]?.startsAt.getTime()).toBe((before[0]?.startsAt.getTime() ?? 0) + 3_600_000);
});

it('follows an edit of rule, time and end', async () => {
  const event = await anEvent(database.db, weekly);
  await materialiseOccurrences(database.db, { timeZone, now });
  await database.db
    .update(events)
    .set({ endsAt: new Date('2026-01-02T03:00:00Z') })
    .where(eq(events.id, event.id));
  await materialiseOccurrences(database.db, { timeZone, now, eventId: event.id });
  const longer = await stored(event.id);
  expect(longer.every((row) => row.endsAt?.getTime() === row.startsAt.getTime() + 7_200_000)).toBe(true);

  await database.db.update(events).set({ rule: 'FREQ=MONTHLY;BYDAY=3TH' }).where(eq(events.id, event.id));
  await materialiseOccurrences(database.db, { timeZone, now, eventId: event.id });
  const monthly = await stored(event.id);
  expect(monthly).toHaveLength(15);
  const ids = new Set(longer.map((row) => row.id));
  expect(monthly.every((row) => ids.has(row.id))).toBe(true);
});

it('keeps what takes place once for good, at its one time', async () => {
  const event = await anEvent(database.db, { startsAt: new Date('2020-01-01T18:00:00Z') });
  await materialiseOccurrences(database.db, { timeZone, now });
  expect(await stored(event.id)).toHaveLength(1);
  await database.db.update(events).set({ startsAt: now }).where(eq(events.id, event.id));
  await materialiseOccurrences(database.db, { timeZone, now });
  expect((await stored(event.id)).map((row) => row.startsAt)).toEqual([now]);
});

it('works through more events than one batch', async () => {
  await database.db
    .insert(events)
    .values(Array.from({ length: 450 }, (_, n) => ({ slug: `event-${n}`, title: `Event ${n}`, startsAt: now })));
  expect(await materialiseOccurrences(database.db, { timeZone, now })).toBe(450);
});

it('does not let a rule that nobody can read stop the others', async () => {
  const broken = await anEvent(database.db, { startsAt: now, rule: 'FREQ=SECONDLY' });
  const other = await anEvent(database.db, { startsAt: now });
  await materialiseOccurrences(database.db, { timeZone, now });
  expect([(await stored(broken.id)).length, (await stored(other.id)).length]).toEqual([0, 1]);
});
