import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { followMailboxJob } from '#app/wiring/follow-mailbox.ts';
import { sweepSuggestions } from '#features/events/server/suggest-event.ts';
import type { StaffEvent } from '#features/events/staff-contract.ts';
import type { StaffSuggestion } from '#features/events/staff-suggestion-contract.ts';
import { auditLog, eventSuggestions, events, users } from '#server/db/schema/index.ts';
import { addDays, dayOf } from '#shared/dates.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { forgetQueuedMail, queuedMail } from '#tests/support/queued-mail.ts';
import { answerOf, aStaffOffice, type StaffOffice } from '#tests/support/staff-office.ts';
import { problemOf, TestBrowser } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';
import { shownPage, testSite } from '#tests/support/test-site.ts';

const database = testDatabase();
let office: StaffOffice;
beforeEach(async () => {
  await forgetQueuedMail(database.pool);
  office = await aStaffOffice(database);
});

const startsOn = addDays(dayOf(new Date(), 'America/Chicago'), 10);
const form = {
  title: 'Porch concert',
  category: 'cultural',
  startsOn,
  startTime: '18:30',
  location: '210 Alameda Circle',
  description: 'Bring a chair.\n\nAll <welcome>.',
  senderName: 'Rosa',
  senderEmail: 'rosa@example.com',
};

const suggest = (more: object = {}) => office.visitor.post('/api/events/suggestions', { body: { ...form, ...more } });
const suggestions = async () => answerOf<StaffSuggestion[]>(await office.staff.get('/api/staff/event-suggestions'));
const mails = () => queuedMail(database.pool);
const tokenOf = (text: string | undefined) => /\/events\/confirm\?token=([\w-]+)/.exec(text ?? '')?.[1] ?? '';
const confirm = (token: string) => office.visitor.post('/api/events/suggestions/confirmation', { body: { token } });

async function confirmed(): Promise<StaffSuggestion> {
  await answerOf(await suggest());
  await answerOf(await confirm(tokenOf((await mails()).at(-1)?.text)));
  const [waiting] = await suggestions();
  if (waiting === undefined) throw new Error('nothing waits');
  return waiting;
}

it('leads nowhere else in the mail to a mailbox that may be anybody’s', async () => {
  await suggest({ title: 'Prize at https://evil.example/x', location: 'www.evil.example' });
  const [mail] = await mails();
  for (const text of [mail?.subject, mail?.text, mail?.html]) expect(text).not.toContain('evil.example');
});

it('reaches staff at once from the confirmed mailbox of who is signed in, and from no other', async () => {
  const browserOf = async (emailVerifiedAt: Date | null) => {
    const user = await aUser(database.db, { emailVerifiedAt });
    const browser = new TestBrowser(office.app).withSession(await aSession(database.db, user.id));
    const send = async (more: object) =>
      answerOf<{ message: string }>(
        await browser.post('/api/events/suggestions', { body: { ...form, senderEmail: user.email, ...more } }),
      );
    return { user, send };
  };
  const linked = /^Almost done/;
  expect((await (await browserOf(null)).send({ isSelf: true })).message).toMatch(linked);
  const { user, send } = await browserOf(new Date());
  expect((await send({})).message).toMatch(linked);
  expect((await send({ isSelf: true, senderEmail: 'rosa@example.com' })).message).toMatch(linked);
  expect((await answerOf<{ message: string }>(await suggest({ isSelf: true }))).message).toMatch(linked);
  expect(await suggestions()).toEqual([]);
  await forgetQueuedMail(database.pool);
  expect((await send({ isSelf: true, senderEmail: user.email.toUpperCase() })).message).toMatch(/^Thank you\./);
  expect(await suggestions()).toMatchObject([{ title: 'Porch concert' }]);
  expect((await mails()).map(({ to, subject }) => [to.toLowerCase(), subject])).toEqual([
    ['hello@oakbend.example', 'Event suggested: Porch concert'],
    [user.email.toLowerCase(), 'We have your event: Porch concert'],
  ]);
  expect((await mails()).at(-1)?.text).toMatch(/\/events\/suggested\?token=[\w-]+/);
});

it('stands on the dashboard of who sent it, until some time after it is decided', async () => {
  const user = await aUser(database.db, { emailVerifiedAt: new Date() });
  const browser = new TestBrowser(office.app).withSession(await aSession(database.db, user.id));
  const own = async () => answerOf<object[]>(await browser.get('/api/user/event-suggestions'));
  expect(await own()).toEqual([]);
  await answerOf(
    await browser.post('/api/events/suggestions', { body: { ...form, senderEmail: user.email, isSelf: true } }),
  );
  expect(await own()).toMatchObject([{ title: 'Porch concert', status: 'waiting', slug: null, reason: null }]);
  expect(await answerOf(await office.owner.get('/api/user/event-suggestions'))).toEqual([]);
  const [waiting] = await suggestions();
  const body = { reason: 'It is in another town.' };
  await answerOf(await office.staff.post(`/api/staff/event-suggestions/${waiting?.id}/reject`, { body }));
  expect(await own()).toMatchObject([{ status: 'rejected', reason: 'It is in another town.' }]);
  const longAgo = new Date(Date.now() - 15 * 86_400_000);
  await database.db.update(eventSuggestions).set({ decidedAt: longAgo });
  expect(await own()).toEqual([]);
});

it('reaches staff once its sender has confirmed, and only once', async () => {
  expect((await suggest()).status).toBe(201);
  expect(await suggestions()).toEqual([]);
  const [mail] = await mails();
  expect(mail).toMatchObject({ to: 'rosa@example.com', subject: 'Please confirm: Porch concert' });
  const token = tokenOf(mail?.text);
  const page = `/api/events/suggestions/confirmation?token=${token}`;
  expect(await answerOf(await office.visitor.get(page))).toEqual({ title: 'Porch concert', isConfirmed: false });
  for (let n = 0; n < 2; n++) expect((await confirm(token)).status).toBe(200);
  expect(await answerOf(await office.visitor.get(page))).toMatchObject({ isConfirmed: true });
  expect(await suggestions()).toMatchObject([{ title: 'Porch concert', status: 'waiting', senderName: 'Rosa' }]);
  expect((await mails()).slice(1).map(({ to, subject }) => [to, subject])).toEqual([
    ['hello@oakbend.example', 'Event suggested: Porch concert'],
  ]);
});

it('refuses what is missing, what cannot be, and tokens that we did not write', async () => {
  const wrong: [object, string][] = [
    [{ title: ' ' }, 'title'],
    [{ location: '' }, 'location'],
    [{ description: 'short' }, 'description'],
    [{ senderEmail: 'rosa' }, 'senderEmail'],
    [{ startTime: '' }, 'startTime'],
    [{ startsOn: '2020-01-01' }, 'startsOn'],
    [{ url: 'ftp://x.example' }, 'url'],
  ];
  for (const [fields, field] of wrong) {
    const { status, fields: told } = await problemOf(await suggest(fields));
    expect([status, Object.keys(told ?? {})]).toEqual([422, [field]]);
  }
  await suggest();
  const token = tokenOf((await mails())[0]?.text);
  for (const odd of ['', 'x', `${token.slice(0, -2)}AA`, 'A'.repeat(43)]) expect((await confirm(odd)).status).toBe(404);
  expect((await database.db.select().from(eventSuggestions))[0]?.status).toBe('unconfirmed');
});

it('writes to one mailbox only so often, whoever asks', async () => {
  for (let n = 0; n < 5; n++) expect((await suggest()).status).toBe(201);
  expect((await suggest({ senderEmail: 'ROSA@example.com' })).status).toBe(429);
  expect((await suggest({ senderEmail: 'other@example.com' })).status).toBe(201);
});

it('becomes an event as it is or with edits, and its sender is told', async () => {
  const first = await confirmed();
  const approve = (id: string, body: object) =>
    office.staff.post(`/api/staff/event-suggestions/${id}/approve`, { body });
  const made = await answerOf<StaffEvent>(await approve(first.id, {}));
  expect(made).toMatchObject({
    title: 'Porch concert',
    startsOn,
    description: '<p>Bring a chair.</p><p>All &lt;welcome&gt;.</p>',
  });
  expect((await mails()).at(-1)).toMatchObject({ to: 'rosa@example.com', subject: 'Porch concert is in the calendar' });
  expect((await mails()).at(-1)?.text).toMatch(/Change or cancel it:\n\S+\/events\/suggested\?token=/);
  expect(await problemOf(await approve(first.id, {}))).toMatchObject({ status: 409, code: 'conflict' });

  const second = await confirmed();
  expect(second.alike).toEqual([{ id: made.id, title: 'Porch concert' }]);
  const event = { ...second.form, title: 'Porch concert with Rosa' };
  expect((await approve(second.id, { event: { ...event, startsOn: '' } })).status).toBe(422);
  expect(await answerOf(await approve(second.id, { event }))).toMatchObject({ title: 'Porch concert with Rosa' });
  expect((await suggestions()).map(({ status }) => status)).toEqual(['approved', 'approved']);
  const rows = await database.db.select().from(auditLog).where(eq(auditLog.action, 'event-suggestion.approved'));
  expect(rows).toHaveLength(2);
});

it('is rejected with a reason, which its sender gets', async () => {
  const { id } = await confirmed();
  const reject = (reason: string) =>
    office.staff.post(`/api/staff/event-suggestions/${id}/reject`, { body: { reason } });
  expect((await reject('no')).status).toBe(422);
  expect(await answerOf(await reject('It is in another town.'))).toMatchObject({ status: 'rejected' });
  expect((await mails()).at(-1)?.text).toContain('> It is in another town.');
  expect((await reject('It is in another town.')).status).toBe(409);
  expect(await database.db.select().from(events)).toEqual([]);
});

it('forgets after a week what nobody confirmed', async () => {
  await suggest();
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);
  await sweepSuggestions(database.db, inDays(6));
  expect(await database.db.select().from(eventSuggestions)).toHaveLength(1);
  await sweepSuggestions(database.db, inDays(8));
  expect(await database.db.select().from(eventSuggestions)).toEqual([]);
});

it('comes as a plain form too, with everything typed kept', async () => {
  const browser = new TestBrowser(testSite(testServices(database)), '192.0.2.7');
  const typed = { ...form, allDay: 'on', endsOn: '', startTime: '', endTime: '', url: '', message: '' };
  const refused = await shownPage(await browser.submit('/events/suggest', { ...typed, title: '' }));
  expect(refused).toMatchObject({
    status: 422,
    url: '/events/suggest',
    form: { form: 'suggestion', fields: { title: 'Please give it a title' }, values: { location: form.location } },
  });
  const sent = await browser.submit('/events/suggest', typed);
  expect([sent.status, sent.headers.get('location')]).toEqual([303, '/events/suggest?sent=suggestion']);
  const token = tokenOf((await mails()).at(-1)?.text);
  const confirmation = await browser.submit(`/events/confirm?token=${token}`, { token });
  expect(confirmation.status).toBe(303);
  expect(await suggestions()).toMatchObject([{ allDay: true, status: 'waiting' }]);
});

it('waits again when staff undo their decision in time, without its event and its mail', async () => {
  const { id } = await confirmed();
  await forgetQueuedMail(database.pool);
  const undo = () => office.staff.post('/api/staff/undo', { body: { subjectId: id } });
  for (const [verb, body] of [
    ['approve', {}],
    ['reject', { reason: 'That is not in town.' }],
  ] as const) {
    await answerOf(await office.staff.post(`/api/staff/event-suggestions/${id}/${verb}`, { body }));
    expect((await mails()).map(({ to }) => to)).toEqual(['rosa@example.com']);
    expect((await suggestions())[0]?.status).not.toBe('waiting');
    await answerOf(await undo());
    expect(await mails()).toEqual([]);
    expect((await suggestions())[0]).toMatchObject({ status: 'waiting', reason: null, eventId: null });
    expect(await database.db.select().from(events)).toEqual([]);
    expect((await undo()).status).toBe(409);
  }
});

it('stays in the calendar when somebody has changed its event meanwhile', async () => {
  const { id } = await confirmed();
  await answerOf(await office.staff.post(`/api/staff/event-suggestions/${id}/approve`, { body: {} }));
  await database.db.update(events).set({ version: 2 });
  expect((await office.staff.post('/api/staff/undo', { body: { subjectId: id } })).status).toBe(409);
  expect((await suggestions())[0]?.status).toBe('approved');
});

it('follows its account to a new mailbox', async () => {
  const rosa = await aUser(database.db, { email: 'Rosa@example.com', emailVerifiedAt: new Date() });
  const browser = new TestBrowser(office.app).withSession(await aSession(database.db, rosa.id));
  await suggest();
  await confirm(tokenOf((await mails()).at(-1)?.text));
  await suggest({ title: 'Unconfirmed' });
  await database.db.update(users).set({ email: 'rosa@example.org' }).where(eq(users.id, rosa.id));
  await followMailboxJob.run(
    { userId: rosa.id, former: 'rosa@example.com' },
    {
      ...testServices(database),
      ...{ jobId: randomUUID(), queuedAt: new Date(), retryCount: 0 },
    },
  );
  expect(await answerOf(await browser.get('/api/user/event-suggestions'))).toMatchObject([{ title: 'Porch concert' }]);
  const senders = (await database.db.select().from(eventSuggestions).orderBy(eventSuggestions.id)).map(
    ({ title, senderEmail }) => [title, senderEmail],
  );
  expect(senders).toEqual([
    ['Porch concert', 'rosa@example.org'],
    ['Unconfirmed', 'rosa@example.com'],
  ]);
});
