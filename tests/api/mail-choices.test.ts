/** Optional emails: what each kind stops, the link at the end of each, and what goes on without them. */
import { createHmac } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { parse } from 'uuid';
import { beforeEach, describe, expect, it } from 'vitest';
import type { LinkedChoice, MailChoice } from '#features/mail-choices/contract.ts';
import { sendStatisticsLetters } from '#features/statistics/server/monthly-letter.ts';
import { auditLog, listingManagers, statisticsLetters, users } from '#server/db/schema/index.ts';
import { mailJob } from '#server/mail/deliver-mail.ts';
import type { Mail } from '#server/mail/send-mail.ts';
import { siteSecret } from '#server/site-secret.ts';
import { addMonths, dayOf } from '#shared/dates.ts';
import { type MailKind, mailKinds } from '#shared/mail-kinds.ts';
import { aBusiness, type Business } from '#tests/factories/a-business.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { found, only } from '#tests/support/found.ts';
import { type MailSink, startMailSink } from '#tests/support/mail-sink.ts';
import { forgetQueuedMail, queuedMail } from '#tests/support/queued-mail.ts';
import { answerOf, aStaffOffice, type StaffOffice } from '#tests/support/staff-office.ts';
import { problemOf, TestBrowser } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';
import { testSite } from '#tests/support/test-site.ts';
import { workOffJobs } from '#tests/support/work-off-jobs.ts';

const database = testDatabase();
const maxMail = 'max@example.com';
const olgaMail = 'olga@example.com';
let office: StaffOffice;
let bakery: Business;
let reader: TestBrowser;
beforeEach(async () => {
  await forgetQueuedMail(database.pool);
  office = await aStaffOffice(database);
  reader = new TestBrowser(testSite(testServices(database)));
  const ownerId = office.ownerUser.id;
  bakery = await aBusiness(database.db, {
    slug: 'oak-bakery',
    name: 'Oak Bakery',
    phone: '210-555-0110',
    ownerId,
    description: 'Bread from six on.',
    address: '1 Oak Street',
  });
  const { id: userId } = await aUser(database.db, { username: 'max', email: maxMail, emailVerifiedAt: new Date() });
  await database.db.insert(listingManagers).values({ businessId: bakery.id, userId, invitedBy: ownerId });
});

const choices = async () =>
  Object.fromEntries(
    (await answerOf<MailChoice[]>(await office.owner.get('/api/account/emails'))).map(({ kind, isOn }) => [kind, isOn]),
  );
const choose = (kind: MailKind, isOn: boolean) =>
  office.owner.write('PUT', '/api/account/emails', { body: { kind, isOn } });
const stopFor = (email: string, mailsOff: MailKind[]) =>
  database.db.update(users).set({ mailsOff }).where(eq(users.email, email));

async function message(): Promise<Mail[]> {
  const body = { name: 'Ada Byron', email: 'ada@example.org', text: 'Do you bake on Sundays, too?' };
  await answerOf(await office.visitor.post('/api/businesses/oak-bakery/messages', { body }));
  return queuedMail(database.pool);
}
async function recommendation(): Promise<Mail[]> {
  const body = { name: 'Ada Byron', email: 'ada@example.org', text: 'Best rye bread.' };
  await answerOf(await office.visitor.post('/api/businesses/oak-bakery/recommendations', { body }));
  const sent = only(await queuedMail(database.pool), 'mail with the link');
  const token = /confirm\?token=([\w-]+)/.exec(sent.text)?.[1];
  await answerOf(await office.visitor.post('/api/recommendations/confirmation', { body: { token } }));
  return queuedMail(database.pool);
}
async function edit(): Promise<Mail[]> {
  const { name, description, address, categoryId: category } = bakery;
  const body = { name, description, address, category, phone: '210-555-0199' };
  await answerOf(await office.staff.write('PUT', `/api/businesses/${bakery.id}`, { body }));
  await workOffJobs(testServices(database));
  return queuedMail(database.pool);
}
async function correction(): Promise<Mail[]> {
  const body = { field: 'phone', right: '210-555-0188', source: 'It says so on the door.', email: '' };
  await answerOf(await office.visitor.post('/api/businesses/oak-bakery/corrections', { body }));
  const { rows } = await database.pool.query<{ id: string }>('select id from corrections');
  await answerOf(await office.staff.post(`/api/staff/corrections/${rows[0]?.id}/accept`, { body: {} }));
  await answerOf(await office.staff.post(`/api/staff/corrections/${rows[0]?.id}/undo`));
  return queuedMail(database.pool);
}
const nextMonth = () => {
  const month = addMonths(dayOf(new Date(), 'America/Chicago').slice(0, 7), 1);
  return { ...testServices(database), now: () => new Date(`${month}-03T15:00:00Z`) };
};
async function numbers(): Promise<Mail[]> {
  await sendStatisticsLetters(nextMonth());
  return queuedMail(database.pool);
}

const to = (email: string, mails: Mail[]) => mails.filter((mail) => mail.to === email);
const makers: [string, MailKind, () => Promise<Mail[]>][] = [
  ['a message', 'messages', message],
  ['a recommendation', 'recommendations', recommendation],
  ['an edit by staff', 'changes', edit],
  ['a correction and its undo', 'changes', correction],
];

describe('switched off', () => {
  it.each(makers)('%s is mailed to the other people of the listing only', async (_, kind, make) => {
    expect((await choose(kind, false)).status).toBe(200);
    await stopFor(
      maxMail,
      mailKinds.filter((other) => other !== kind),
    );
    const mails = await make();
    expect(to(olgaMail, mails)).toEqual([]);
    expect(to(maxMail, mails)).toHaveLength(make === correction ? 0 : 1);
  });

  it('by everybody, messages are taken all the same and wait unread', async () => {
    await stopFor(olgaMail, ['messages']);
    await stopFor(maxMail, ['messages']);
    expect(await message()).toEqual([]);
    expect(await answerOf(await office.owner.get('/api/user/messages/counts'))).toEqual({ new: 1 });
  });

  it('after the mail was queued, the mail stays here', async () => {
    const sink: MailSink = await startMailSink();
    const services = testServices(database, { env: { SMTP_URL: sink.url } });
    const run = { ...services, jobId: crypto.randomUUID(), queuedAt: new Date(), retryCount: 0 };
    const [mail] = to(olgaMail, await message());
    await choose('messages', false);
    await mailJob.run(found(mail, 'mail'), run);
    expect(sink.received).toEqual([]);
    await choose('messages', true);
    await mailJob.run(found(mail, 'mail'), run);
    expect(only(sink.received, 'mail').source).toMatch(/^List-Id: <messages\.oakbend\.example>/im);
    await sink.stop();
  });
});

describe('the account', () => {
  it('has a switch for each kind; the history and the download have the choices', async () => {
    expect(await choices()).toEqual({ messages: true, recommendations: true, changes: true, statistics: false });
    expect(await answerOf(await choose('changes', false))).toContainEqual({ kind: 'changes', isOn: false });
    await answerOf(await choose('changes', false));
    await answerOf(await choose('statistics', true));
    expect(await choices()).toEqual({ messages: true, recommendations: true, changes: false, statistics: true });
    const data = await answerOf<{ account: object }>(await office.owner.get('/api/account/data'));
    expect(data).toMatchObject({ account: { mailsOff: ['changes'] }, monthlyNumbers: ['Oak Bakery'] });
    const acts = await database.db.select().from(auditLog).where(eq(auditLog.subjectId, office.ownerUser.id));
    expect(acts.filter(({ action }) => action.startsWith('emails.')).map(({ action, data }) => [action, data])).toEqual(
      [
        ['emails.off', { emails: 'changes' }],
        ['emails.on', { emails: 'statistics' }],
      ],
    );
  });

  it('asks for a confirmed mailbox and a listing before it mails numbers', async () => {
    await database.db.update(users).set({ emailVerifiedAt: null }).where(eq(users.email, olgaMail));
    expect(await problemOf(await choose('statistics', true))).toMatchObject({ status: 409, code: 'conflict' });
    expect((await choose('changes', false)).status).toBe(200);
    const call = { body: { kind: 'statistics', isOn: true } };
    await database.db.update(users).set({ emailVerifiedAt: new Date() }).where(eq(users.role, 'staff'));
    expect((await office.staff.write('PUT', '/api/account/emails', call)).status).toBe(409);
    expect(await answerOf<MailChoice[]>(await office.staff.get('/api/account/emails'))).toHaveLength(3);
  });

  it('keeps the chosen listings while their numbers are off, and mails no month of that time later', async () => {
    await answerOf(await choose('statistics', true));
    await aBusiness(database.db, { name: 'Elm Cafe', ownerId: office.ownerUser.id });
    await answerOf(await choose('statistics', false));
    expect(await numbers()).toEqual([]);
    const services = nextMonth();
    await database.db.update(statisticsLetters).set({ lastMonth: '2020-01' });
    await answerOf(await choose('statistics', true));
    expect(await database.db.select().from(statisticsLetters)).toHaveLength(1);
    await sendStatisticsLetters(testServices(database));
    expect(await queuedMail(database.pool)).toEqual([]);
    await sendStatisticsLetters(services);
    expect(only(await queuedMail(database.pool), 'mail').subject).toContain('Oak Bakery');
  });
});

describe('the link at the end', () => {
  const tokenOf = (mail: Mail | undefined) => new URL(mail?.unsubscribeUrl ?? '').searchParams.get('token') ?? '';
  const page = (token: string) => `/emails/stop?${new URLSearchParams({ token })}`;

  it.each(makers)('of %s stops its kind', async (_, kind, make) => {
    const mail = to(olgaMail, await make())[0];
    expect(mail?.text).toContain(`\n${mail?.unsubscribeUrl}\n`);
    expect(mail?.html).toContain('Stop emails about');
    await answerOf(await reader.post('/api/emails/stop', { body: { token: tokenOf(mail) } }));
    expect(await choices()).toMatchObject({ [kind]: false });
  });

  it('changes nothing when it is opened; its button stops and starts, without log-in', async () => {
    const token = tokenOf(to(olgaMail, await message())[0]);
    expect((await reader.get(page(token))).status).toBe(200);
    expect(await choices()).toMatchObject({ messages: true });
    const pressed = await reader.submit(page(token), {});
    expect(pressed.headers.get('location')).toBe(`${page(token)}&sent=stop-emails`);
    expect(await choices()).toMatchObject({ messages: false, recommendations: true });
    const undone = await reader.submit(page(token).replace('stop', 'start'), {});
    expect(undone.headers.get('location')).toBe(`${page(token)}&sent=start-emails`);
    expect(await choices()).toMatchObject({ messages: true });
  });

  it('is pressed by mail programs, from any origin and again', async () => {
    const mail = to(olgaMail, await message())[0];
    const { pathname, search } = new URL(mail?.unsubscribeUrl ?? '');
    for (const token of [search, search, '?token=messages.AAAA']) {
      const from = { Origin: 'https://mail.example' };
      const answer = await reader.submit(pathname + token, { 'List-Unsubscribe': 'One-Click' }, from);
      expect(answer.status).toBe(token === search ? 200 : 404);
    }
    expect(await choices()).toMatchObject({ messages: false });
  });

  it('is refused for another kind, another person and a deleted account', async () => {
    const token = tokenOf(to(olgaMail, await message())[0]);
    const other = tokenOf(to(maxMail, await queuedMail(database.pool))[0]);
    const get = (given: string) => reader.get(`/api/emails/link?${new URLSearchParams({ token: given })}`);
    expect(await answerOf<LinkedChoice>(await get(token))).toEqual({ username: 'olga', kind: 'messages', isOn: true });
    for (const wrong of [
      token.replace('messages', 'changes'),
      token.slice(0, 30) + other.slice(30),
      '',
      'other.AAAA',
    ]) {
      expect((await get(wrong)).status).toBe(404);
    }
    await database.db.delete(users).where(eq(users.email, maxMail));
    expect((await get(other)).status).toBe(404);
  });

  it('of a mail from before there were kinds ends the monthly numbers', async () => {
    await answerOf(await choose('statistics', true));
    const id = Buffer.from(parse(office.ownerUser.id));
    const proof = createHmac('sha256', await siteSecret(database.db, 'statistics-mail'))
      .update(id)
      .digest();
    const token = Buffer.concat([id, proof.subarray(0, 12)]).toString('base64url');
    const old = `/statistics-mail/end?token=${token}`;
    expect(await answerOf<LinkedChoice>(await reader.get(`/api/emails/link?token=${token}`))).toMatchObject({
      kind: 'statistics',
    });
    await reader.submit(old, { 'List-Unsubscribe': 'One-Click' }, { Origin: 'https://mail.example' });
    expect(await choices()).toMatchObject({ statistics: false });
    const byForm = await reader.submit('/statistics-mail/end', { token });
    expect(byForm.headers.get('location')).toBe(`${page(token)}&sent=stop-emails`);
  });
});
