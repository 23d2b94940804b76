/** Owners change events that they have sent: at once, or through the queue while the calendar keeps what staff have seen. */
import { eq, sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import type { StaffSuggestion } from '#features/events/staff-suggestion-contract.ts';
import { eventOccurrences, eventSuggestions, events } from '#server/db/schema/index.ts';
import { found } from '#tests/support/found.ts';
import { postingOwner, tasting } from '#tests/support/posting-owner.ts';
import { queuedMail } from '#tests/support/queued-mail.ts';
import { answerOf } from '#tests/support/staff-office.ts';
import { problemOf } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';
import { workOffJobs } from '#tests/support/work-off-jobs.ts';

const database = testDatabase();
const fig = postingOwner(database);
const { path, addEvent, change, remove, posts, page, waiting, edits, undo, mails, postsAs } = fig;

const later = { ...tasting, startTime: '19:30', description: 'Ten kinds of figs.\n\nAnd bread.' };
const inCalendar = async () => found((await database.db.select().from(events))[0], 'event');
const approve = (id: string, body: object = {}) =>
  fig.office.staff.post(`/api/staff/event-suggestions/${id}/approve`, { body });

/** An event in the calendar; its owner then posts as given. */
async function shownEvent(posting: 'direct' | 'reviewed') {
  await postsAs('direct');
  const { events: own } = await addEvent();
  await postsAs(posting);
  const { id } = found(own[0], 'event');
  return { id, part: `events/${id}` };
}

it('changes what waits: the queue has the new words, and staff who look at the former ones are told', async () => {
  const { id } = found((await addEvent()).events[0], 'event');
  const read = async () => answerOf<StaffSuggestion>(await fig.office.staff.get(`/api/staff/event-suggestions/${id}`));
  const { confirmedAt: seen } = await read();
  expect((await change(`events/${id}`, later)).events).toMatchObject([
    { state: 'waiting', form: { startTime: '19:30' } },
  ]);
  expect(await read()).toMatchObject({ description: later.description, changes: null });
  expect((await approve(id, { seen })).status).toBe(409);
  await answerOf(await approve(id, { seen: (await read()).confirmedAt }));
  expect((await page()).events).toMatchObject([{ title: 'Fig tasting' }]);
  expect((await posts()).events).toMatchObject([{ state: 'shown', form: { description: later.description } }]);
});

it('lets one that staff refused wait again', async () => {
  const { id } = found((await addEvent()).events[0], 'event');
  const reject = { body: { reason: 'Which day is it?' } };
  await answerOf(await fig.office.staff.post(`/api/staff/event-suggestions/${id}/reject`, reject));
  expect((await posts()).events).toMatchObject([{ state: 'hidden', reason: 'Which day is it?' }]);
  await postsAs('direct');
  expect((await change(`events/${id}`, later)).events).toMatchObject([{ state: 'waiting', reason: null }]);
  expect(await waiting()).toMatchObject([{ kind: 'suggestion', isChange: false }]);
  expect((await mails()).at(-1)).toEqual(['hello@oakbend.example', 'Event suggested: Fig tasting']);
  // Changed once more while it waits: it still waits for staff.
  expect((await change(`events/${id}`, tasting)).events).toMatchObject([{ state: 'waiting' }]);
  expect(await database.db.select().from(events)).toEqual([]);
});

it('is in the calendar at once for who publishes at once; calendars follow, and staff can put it back', async () => {
  const { part } = await shownEvent('direct');
  const before = await inCalendar();
  await database.db.update(events).set({ organizer: 'Olga', latitude: 29.4, longitude: -98.4 });
  expect((await change(part, { ...later, title: 'Fig night' })).events).toMatchObject([
    { title: 'Fig night', state: 'shown', slug: 'fig-night', change: null },
  ]);
  const after = await inCalendar();
  expect(after).toMatchObject({
    ...{ description: '<p>Ten kinds of figs.</p><p>And bread.</p>', organizer: 'Olga', latitude: 29.4 },
    ...{ version: before.version + 1, previousStartsAt: before.startsAt },
  });
  // Calendar files carry the version as SEQUENCE, and the times of the occurrences.
  const [time] = await database.db.select().from(eventOccurrences);
  expect(time?.startsAt).toEqual(after.startsAt);
  expect(after.startsAt.getTime() - before.startsAt.getTime()).toBe(90 * 60_000);
  expect(await waiting()).toMatchObject([{ kind: 'change' }]);
  const edit = found((await edits())[0], 'edit');
  expect(edit.fields).toMatchObject([
    {
      ...{ field: 'event', state: 'live', canUndo: true },
      before: expect.stringMatching(
        /^Title: Fig tasting\nWhen: .*6:00 PM\nDescription: Ten kinds of figs, and bread\.$/,
      ),
      after: expect.stringMatching(
        /^Title: Fig night\nWhen: .*7:30 PM\nDescription: Ten kinds of figs\.\n\nAnd bread\.$/,
      ),
    },
  ]);

  await database.db.update(events).set({ contact: 'olga@example.com' });
  await answerOf(await fig.office.staff.post(`/api/staff/changes/${edit.id}/undo`, { body: {} }));
  expect(await inCalendar()).toMatchObject({
    ...{ title: 'Fig tasting', startsAt: before.startsAt, description: before.description, previousStartsAt: null },
    contact: 'olga@example.com',
  });
  expect((await fig.office.staff.post(`/api/staff/changes/${edit.id}/undo`, { body: {} })).status).toBe(409);

  const redo = () => fig.office.staff.post(`/api/staff/changes/${edit.id}/redo`, { body: {} });
  expect(await edits()).toMatchObject([{ fields: [{ state: 'undone', canRedo: true }] }]);
  await answerOf(await redo());
  expect(await inCalendar()).toMatchObject({ title: 'Fig night', contact: 'olga@example.com' });
  expect(await edits()).toMatchObject([{ fields: [{ state: 'live', canRedo: false, undone: null }] }]);
  expect((await redo()).status).toBe(409);
  await answerOf(await fig.office.staff.post(`/api/staff/changes/${edit.id}/undo`, { body: {} }));
  await database.db.update(events).set({ title: 'Fig party' });
  expect((await redo()).status).toBe(409);
});

it('cannot be put back once it was changed again', async () => {
  const { part } = await shownEvent('direct');
  await change(part, later);
  await change(part, { ...later, startTime: '20:00' });
  const [, first] = await edits();
  expect(first?.fields).toMatchObject([{ state: 'changed', canUndo: false }]);
  expect((await fig.office.staff.post(`/api/staff/changes/${first?.id}/undo`, { body: {} })).status).toBe(409);
});

it('says in words that a field was empty, and can be put back where an earlier release called it nothing', async () => {
  const { part } = await shownEvent('direct');
  const { form } = found((await posts()).events[0], 'event');
  await change(part, { ...form, isFree: false, price: '', url: 'https://figs.example.com/' });
  const [edit] = await edits();
  expect(edit?.fields).toMatchObject([{ before: expect.stringMatching(/^Link: none$/m), state: 'live' }]);
  await database.db.execute(
    sql`update audit_log set data = replace(data::text, ': none', ': (nothing)')::jsonb where id = ${edit?.id}`,
  );
  expect((await edits())[0]?.fields).toEqual(edit?.fields);
});

it('is named to staff, and to its owner once staff have put it back', async () => {
  const { part } = await shownEvent('direct');
  await change(part, { ...tasting, startTime: '19:30' });
  const edit = found((await edits())[0], 'edit');
  expect(edit.fields).toMatchObject([{ of: 'Fig tasting', before: expect.stringMatching(/^When: .*6:00 PM$/) }]);
  await answerOf(await fig.office.staff.post(`/api/staff/changes/${edit.id}/undo`, { body: {} }));
  await workOffJobs(testServices(database));
  expect((await queuedMail(database.pool)).at(-1)?.text).toMatch(/Fig tasting\s+>?\s*When: .*7:30 PM/);
});

it('keeps a pin that staff put until the place changes, and the markup of a text that does not', async () => {
  const { part } = await shownEvent('direct');
  const html = '<p>Ten kinds of <strong>figs</strong>, and bread.</p>';
  await database.db.update(events).set({ description: html, latitude: 29.4, longitude: -98.4 });
  const { form } = found((await posts()).events[0], 'event');
  await change(part, { ...form, price: '$5' });
  expect(await inCalendar()).toMatchObject({ description: html, latitude: 29.4, price: '$5' });
  await change(part, { ...form, location: 'The park' });
  expect(await inCalendar()).toMatchObject({ description: html, latitude: null, location: 'The park' });
});

it('waits for staff where its owner does not publish at once, and the calendar stays as it is', async () => {
  const { part } = await shownEvent('reviewed');
  expect((await change(part, later)).events).toMatchObject([
    { state: 'shown', change: { state: 'waiting' }, form: { startTime: '19:30' }, startDate: expect.any(String) },
  ]);
  const before = await inCalendar();
  expect(before.version).toBe(1);
  expect(await edits()).toEqual([]);
  expect((await mails()).at(-1)).toEqual(['hello@oakbend.example', 'Event changed: Fig tasting']);
  const [item] = await waiting();
  expect(item).toMatchObject({ kind: 'suggestion', isChange: true, title: 'Fig tasting' });
  const id = found(item, 'item').id;
  const suggestion = await answerOf<StaffSuggestion>(await fig.office.staff.get(`/api/staff/event-suggestions/${id}`));
  expect(suggestion.changes).toEqual({
    eventId: before.id,
    fields: [
      { label: 'When', before: expect.stringContaining('6:00 PM'), after: expect.stringContaining('7:30 PM') },
      { label: 'Description', before: tasting.description, after: later.description },
    ],
  });

  await answerOf(await approve(id));
  const after = await inCalendar();
  expect(after).toMatchObject({ id: before.id, version: 2, previousStartsAt: before.startsAt });
  expect(await database.db.$count(events)).toBe(1);
  expect((await posts()).events).toMatchObject([{ state: 'shown', change: null }]);
  const letter = found((await queuedMail(database.pool)).at(-1), 'letter');
  expect(letter.text).toContain('It shows what you have changed.');
  await undo(id);
  expect(await inCalendar()).toMatchObject({ startsAt: before.startsAt, description: before.description });
  expect(await waiting()).toMatchObject([{ id, isChange: true }]);
  await database.db.update(events).set({ status: 'cancelled' });
  expect((await approve(id)).status).toBe(409);
});

it('says why staff refused a change, and sends the next one in its place, or takes it back', async () => {
  const { id, part } = await shownEvent('reviewed');
  await change(part, later);
  const changeId = found((await waiting())[0], 'item').id;
  const reject = { body: { reason: 'The hall closes at seven.' } };
  await answerOf(await fig.office.staff.post(`/api/staff/event-suggestions/${changeId}/reject`, reject));
  expect((await posts()).events).toMatchObject([
    { id, state: 'shown', reason: null, change: { state: 'hidden', reason: 'The hall closes at seven.' } },
  ]);
  const letter = found((await queuedMail(database.pool)).at(-1), 'letter');
  expect([letter.subject, letter.text]).toEqual([
    'About your change of Fig tasting',
    expect.stringContaining('The hall closes at seven.'),
  ]);
  await change(part, { ...later, startTime: '17:00' });
  expect(await waiting()).toMatchObject([{ id: changeId }]);
  expect((await remove(`events/${changeId}`)).events).toMatchObject([
    { id, change: null, form: { startTime: '18:00' } },
  ]);
  expect(await waiting()).toEqual([]);

  await change(part, later);
  await change(part, tasting);
  expect(await waiting()).toEqual([]);
  await change(part, later);
  expect((await remove(part)).events).toMatchObject([{ state: 'off', change: null, form: null }]);
  expect(await waiting()).toEqual([]);
  expect(await database.db.$count(eventSuggestions)).toBe(1);
});

it('refuses what is over, canceled, a series by staff, or of another listing', async () => {
  const { part } = await shownEvent('direct');
  const put = (body: object) => fig.office.owner.write('PUT', path(part), { body });
  expect((await problemOf(await put({ ...tasting, startsOn: '2020-01-01' }))).fields).toHaveProperty('startsOn');
  await database.db.update(events).set({ rule: 'FREQ=WEEKLY' });
  expect((await put(later)).status).toBe(409);
  expect((await posts()).events).toMatchObject([{ form: null }]);
  await database.db.update(events).set({ rule: null, businessId: null });
  expect((await put(later)).status).toBe(409);
  await database.db.update(events).set({ status: 'cancelled' });
  expect((await put(later)).status).toBe(409);
  await database.db.delete(eventSuggestions).where(eq(eventSuggestions.businessId, fig.id));
  expect((await put(later)).status).toBe(404);
});

it('makes no second event, even by the release before, which takes it for a new one', async () => {
  const { part } = await shownEvent('reviewed');
  await change(part, later);
  const event = await inCalendar();
  const [twin] = await database.db
    .insert(events)
    .values({ slug: 'twin', title: 'Fig tasting', startsAt: event.startsAt })
    .returning();
  const approveAs = (eventId: string) =>
    database.db
      .update(eventSuggestions)
      .set({ status: 'approved', eventId })
      .where(eq(eventSuggestions.changesEventId, event.id));
  const refused = expect.objectContaining({ constraint: 'event_suggestions_change_makes_no_event' });
  await expect(approveAs(found(twin, 'event').id)).rejects.toHaveProperty('cause', refused);
  await approveAs(event.id);
});
