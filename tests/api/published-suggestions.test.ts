/** A sender calls off, takes out and changes a suggested event that is in the calendar. */
import { eq } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import type { StaffSuggestion } from '#features/events/staff-suggestion-contract.ts';
import type { getSentSuggestion, listOwnSuggestions } from '#features/events/suggestion-contract.ts';
import { auditLog, eventSuggestions, events } from '#server/db/schema/index.ts';
import type { Answer } from '#shared/endpoint.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { aSuggestionForm } from '#tests/factories/a-suggestion-form.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { only } from '#tests/support/found.ts';
import { forgetQueuedMail, queuedMail } from '#tests/support/queued-mail.ts';
import { answerOf, aStaffOffice, type StaffOffice } from '#tests/support/staff-office.ts';
import { problemOf, TestBrowser } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';

const database = testDatabase();
let office: StaffOffice;
let browser: TestBrowser;
let token: string;
beforeEach(async () => {
  office = await aStaffOffice(database);
  const user = await aUser(database.db, { email: 'rosa@example.com', emailVerifiedAt: new Date() });
  browser = new TestBrowser(office.app).withSession(await aSession(database.db, user.id));
  const body = { ...form, senderEmail: user.email, isSelf: true };
  const sent = await answerOf<{ token: string }>(await browser.post('/api/events/suggestions', { body }));
  token = sent.token;
  await answerOf(await decide('approve', {}));
  await forgetQueuedMail(database.pool);
});

const form = aSuggestionForm();

type Own = Answer<typeof listOwnSuggestions>;
const own = async () => answerOf<Own>(await browser.get('/api/user/event-suggestions'));
const read = async () =>
  answerOf<Answer<typeof getSentSuggestion>>(await office.visitor.get(`/api/events/suggestions/sent?token=${token}`));
const change = (more: object = {}) =>
  office.visitor.post('/api/events/suggestions/sent', { body: { ...form, token, ...more } });
const end = (as: string, token: string) => office.visitor.post('/api/events/suggestions/end', { body: { token, as } });
const queue = async () => answerOf<StaffSuggestion[]>(await office.staff.get('/api/staff/event-suggestions'));
const decide = async (verb: string, body: object) =>
  office.staff.post(`/api/staff/event-suggestions/${(await queue())[0]?.id}/${verb}`, { body });
const mails = () => queuedMail(database.pool);

const event = async () => only(await database.db.select().from(events), 'event');
const visitors = async () => answerOf<{ title: string; status: string }[]>(await office.visitor.get('/api/events'));
const subjects = async () => (await mails()).map(({ subject }) => subject);

it('is canceled by the link: visitors see it canceled, staff are mailed and can let it take place', async () => {
  expect((await read()).published).toMatchObject({ whyNot: null, change: null, canTakeOut: true });
  await answerOf(await change({ title: 'Other words' }));
  await forgetQueuedMail(database.pool);
  expect(await answerOf(await end('canceled', token))).toEqual({
    message: 'Your event is canceled. Visitors see that. Your change that waited is dropped with it.',
  });
  expect(await visitors()).toMatchObject([{ title: 'Porch concert', status: 'cancelled' }]);
  expect(await own()).toMatchObject([{ status: 'approved', isCanceled: true }]);
  expect(await database.db.$count(eventSuggestions)).toBe(1);
  expect(await subjects()).toEqual(['Event canceled: Porch concert', 'Your event: Porch concert']);
  const told = (await mails()).find(({ to }) => to === 'rosa@example.com')?.text;
  expect(told).toContain('Porch concert is canceled.');
  expect(told).toContain('Your change that waited for us is dropped with it.');
  expect(told).toContain(`/events/suggested?token=${token}`);
  expect((await read()).published).toMatchObject({
    ...{ whyNot: 'It is canceled already.', canTakeOut: false, canPutBack: true },
  });
  for (const as of ['canceled', 'taken-out']) expect((await end(as, token)).status).toBe(409);
  expect((await change()).status).toBe(409);
  const { id, version } = await event();
  const lines = await database.db.select().from(auditLog).where(eq(auditLog.subjectId, id)).orderBy(auditLog.id);
  expect(lines.at(-1)).toMatchObject({ action: 'event.canceled-by-sender', actorId: null, actorKind: 'link' });
  // One deed, one line.
  expect(await database.db.$count(auditLog, eq(auditLog.action, 'event-suggestion.canceled'))).toBe(0);
  const resume = { version, status: 'scheduled', note: '' };
  await answerOf(await office.staff.write('PUT', `/api/staff/events/${id}/status`, { body: resume }));
  expect(await visitors()).toMatchObject([{ status: 'scheduled' }]);
});

it('takes place after all as it did before, for its sender, and once', async () => {
  await database.db.update(events).set({ status: 'postponed', statusNote: 'Rain.' });
  expect((await end('on-again', token)).status).toBe(409);
  await answerOf(await end('canceled', token));
  await forgetQueuedMail(database.pool);
  expect(await answerOf(await end('on-again', token))).toEqual({
    message: 'Your event is on again. Visitors see that.',
  });
  expect(await event()).toMatchObject({ status: 'postponed', statusNote: 'Rain.' });
  expect(await subjects()).toEqual(['Event on after all: Porch concert', 'Your event: Porch concert']);
  expect((await mails()).find(({ to }) => to === 'rosa@example.com')?.text).toContain('Porch concert is on after all.');
  expect((await read()).published).toMatchObject({ whyNot: null, canPutBack: false });
  expect((await end('on-again', token)).status).toBe(409);
});

it('that staff have canceled, or touched since, or that is over is not on again by its sender', async () => {
  const { id, version } = await event();
  const cancel = { version, status: 'cancelled', note: '' };
  await answerOf(await office.staff.write('PUT', `/api/staff/events/${id}/status`, { body: cancel }));
  expect((await read()).published).toMatchObject({ whyNot: 'It is canceled already.', canPutBack: false });
  expect((await end('on-again', token)).status).toBe(409);
  await database.db.update(events).set({ status: 'scheduled' });
  await answerOf(await end('canceled', token));
  await database.db.update(events).set({ startsAt: new Date('2020-01-01T18:00:00Z'), endsAt: null });
  expect((await read()).published).toMatchObject({ canPutBack: false });
  expect((await problemOf(await end('on-again', token))).message).toBe('It is over.');
});

it('is taken out on its first day, and staff may put it back', async () => {
  await answerOf(await end('taken-out', token));
  expect([await visitors(), await own()]).toEqual([[], []]);
  expect(await subjects()).toEqual(['Event taken out: Porch concert', 'Your event: Porch concert']);
  expect((await end('on-again', token)).status).toBe(409);
  expect(await read()).toMatchObject({ status: 'withdrawn', published: null, values: { title: 'Porch concert' } });
  expect(await queue()).toMatchObject([{ status: 'rejected', isTakenOut: true, reason: null }]);
  const refused = await decide('reject', { reason: 'Too late.' });
  expect(refused.status).toBe(409);
  await answerOf(await decide('approve', {}));
  expect(await visitors()).toMatchObject([{ title: 'Porch concert', status: 'scheduled' }]);
  expect(await own()).toMatchObject([{ status: 'approved' }]);
});

it('that its sender took out is sent again by its sender', async () => {
  await answerOf(await end('taken-out', token));
  await answerOf(await change({ startTime: '20:00' }));
  expect(await queue()).toMatchObject([{ status: 'waiting', isTakenOut: false }]);
  expect((await end('canceled', token)).status).toBe(409);
});

it('is not taken out once people may count on it, or when staff have worked on it, and is still canceled then', async () => {
  const { id } = await event();
  await database.db
    .insert(auditLog)
    .values({ action: 'event.edited', subjectType: 'event', subjectId: id, data: { title: 'Porch concert' } });
  expect((await read()).published).toMatchObject({ whyNot: null, canTakeOut: false });
  expect((await end('taken-out', token)).status).toBe(409);
  await database.db.delete(auditLog).where(eq(auditLog.action, 'event.edited'));
  expect((await read()).published).toMatchObject({ canTakeOut: true });
  await database.db.update(events).set({ createdAt: new Date(Date.now() - 3 * 86_400_000) });
  expect((await problemOf(await end('taken-out', token))).message).toBe(
    'People may count on it by now. Cancel it instead, so that they see it.',
  );
  await answerOf(await end('canceled', token));
});

it('is changed through the queue: visitors see the former words until staff agree', async () => {
  await answerOf(await change({ title: 'Porch concert, later', startTime: '19:30' }));
  expect(await subjects()).toEqual(['Event changed: Porch concert, later']);
  expect(await visitors()).toMatchObject([{ title: 'Porch concert' }]);
  expect(await own()).toMatchObject([{ title: 'Porch concert' }]);
  expect(await read()).toMatchObject({ published: { change: 'waiting' }, values: { title: 'Porch concert, later' } });
  // Another change takes the place of the first, without another mail.
  await answerOf(await change({ title: 'Porch concert, late' }));
  expect((await queue()).filter(({ status }) => status === 'waiting')).toMatchObject([
    { title: 'Porch concert, late', changes: { fields: [{ label: 'Title' }] } },
  ]);
  expect(await subjects()).toHaveLength(1);
  await forgetQueuedMail(database.pool);
  await answerOf(await decide('reject', { reason: 'Which one?' }));
  expect(only(await mails(), 'mail').text).toContain(`/events/suggested?token=${token}`);
  expect(await read()).toMatchObject({ published: { change: 'rejected', reason: 'Which one?' } });
  await answerOf(await change({ title: 'Porch concert, late' }));
  await forgetQueuedMail(database.pool);
  await answerOf(await decide('approve', {}));
  expect(await visitors()).toMatchObject([{ title: 'Porch concert, late' }]);
  expect(only(await mails(), 'mail').text).toContain(`/events/suggested?token=${token}`);
  expect(await read()).toMatchObject({ published: { change: null, canTakeOut: true } });
});

it('with the words of the calendar again takes the change back', async () => {
  await answerOf(await change({ title: 'Other' }));
  await answerOf(await change());
  expect((await queue()).map(({ status }) => status)).toEqual(['approved']);
});

it.each([
  ['a series', { rule: 'FREQ=WEEKLY' }],
  ['over', { startsAt: new Date('2020-01-01T18:00:00Z'), endsAt: null }],
])('that is %s is not ended or changed by its sender', async (_, columns) => {
  await database.db.update(events).set(columns);
  for (const as of ['canceled', 'taken-out']) expect((await end(as, token)).status).toBe(409);
  expect((await change({ title: 'Other' })).status).toBe(409);
  expect((await read()).published?.whyNot).toMatch(/We look after this event now|It is over/);
});

it('of a listing, deleted by staff, or behind a link that is not ours is refused', async () => {
  const { id: businessId } = await aBusiness(database.db);
  await database.db.update(events).set({ businessId });
  expect((await end('canceled', token)).status).toBe(409);
  for (const odd of ['', 'x', `${token.slice(0, -2)}AA`]) expect((await end('canceled', odd)).status).toBe(404);
  expect((await end('deleted', token)).status).toBe(422);
  await database.db.delete(events);
  expect(await read()).toMatchObject({ status: 'approved', published: null });
  for (const as of ['canceled', 'taken-out']) expect((await end(as, token)).status).toBe(409);
});
