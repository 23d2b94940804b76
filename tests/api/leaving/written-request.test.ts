/** Somebody asks in writing for their data, or for the end of their account: an administrator does it for them. */
import { randomUUID } from 'node:crypto';
import { and, eq, like } from 'drizzle-orm';
import { expect, it } from 'vitest';
import type { Leaving } from '#features/leaving/contract.ts';
import { auditLog, businesses, sessions, users } from '#server/db/schema/index.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aUser } from '#tests/factories/a-user.ts';
import type { Person } from '#tests/support/claim-desk.ts';
import { found } from '#tests/support/found.ts';
import { leavingSite } from '#tests/support/leaving-site.ts';
import { dayMs } from '#tests/support/premium-desk.ts';
import { forgetQueuedMail, queuedMail } from '#tests/support/queued-mail.ts';
import { answerOf } from '#tests/support/staff-office.ts';
import { problemOf } from '#tests/support/test-browser.ts';

const { site, database, gone, plan, signedIn, aSubscriber, subscriptionsAt, refundedCents, customerOf } = leavingSite();

const reason = 'A signed letter, and she answered our call at the number of her shop.';
const nobody = '0198d3a0-0000-7000-8000-000000000000';

/** An administrator, and a second one who is told. */
async function anOffice() {
  const stella = await site.desk.person({ role: 'staff', username: 'stella', rights: ['administrator'] });
  const colleague = await aUser(database.db, { role: 'staff' });
  const browser = await signedIn(stella);
  const path = ({ user }: Pick<Person, 'user'>, what: string) => `/api/staff/people/${user.id}/${what}`;
  return {
    stella,
    colleague,
    dataOf: (person: Pick<Person, 'user'>, body: object = { reason }) => browser.post(path(person, 'data'), { body }),
    leavingOf: (person: Pick<Person, 'user'>) => browser.get(path(person, 'leaving')),
    remove: (person: Pick<Person, 'user'>, body: object = { reason }) =>
      browser.post(path(person, 'deletion'), { body }),
    keep: (person: Pick<Person, 'user'>) => browser.write('DELETE', path(person, 'deletion')),
  };
}

const linesOf = ({ user }: Pick<Person, 'user'>) =>
  database.db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.subjectId, user.id), like(auditLog.action, 'user.%')))
    .orderBy(auditLog.at);

it('an administrator makes the file that the person gets; the person and the administrators are told why', async () => {
  const { stella, colleague, dataOf } = await anOffice();
  const eve = await site.desk.person({ username: 'evelyn', emailVerifiedAt: new Date() });
  await aBusiness(database.db, { ownerId: eve.user.id, name: 'Acorn Café' });
  await forgetQueuedMail(database.pool);
  expect((await dataOf(eve, { reason: 'hm' })).status).toBe(422);
  expect((await dataOf({ user: { ...eve.user, id: nobody } })).status).toBe(404);
  expect(await problemOf(await dataOf(stella))).toMatchObject({
    status: 409,
    message: 'For yourself, use Your account.',
  });
  expect(await queuedMail(database.pool)).toEqual([]);

  const made = await answerOf<Record<string, unknown>>(await dataOf(eve));
  const own = await answerOf<Record<string, unknown>>(await (await signedIn(eve)).get('/api/account/data'));
  expect(Object.keys(made)).toEqual(Object.keys(own));
  expect(made).toMatchObject({ account: { username: 'evelyn' }, businesses: [{ name: 'Acorn Café' }] });
  expect(JSON.stringify(made)).not.toMatch(/argon2|hash|totp/i);
  expect(await linesOf(eve)).toMatchObject([
    { action: 'user.data-exported', actorId: stella.user.id, data: { reason } },
  ]);
  const mails = await queuedMail(database.pool);
  expect(mails.map(({ to }) => to).toSorted()).toEqual([colleague.email, eve.user.email, stella.user.email].toSorted());
  const told = found(
    mails.find(({ to }) => to === eve.user.email),
    'the mail to her',
  );
  expect(told.text).toContain('stella, an administrator of the site, made a file');
  expect(told.text).toContain(reason);
});

it('tells no mailbox that nobody has confirmed, which may be a stranger’s', async () => {
  const { dataOf } = await anOffice();
  const eve = await site.desk.person({ emailVerifiedAt: null });
  await forgetQueuedMail(database.pool);
  await answerOf(await dataOf(eve));
  expect((await queuedMail(database.pool)).map(({ to }) => to)).not.toContain(eve.user.email);
});

it('deletes now and gives the unused part back, once, with a mail that says who did it', async () => {
  const { stella, colleague, leavingOf, remove } = await anOffice();
  const owner = await aSubscriber();
  await database.db.update(users).set({ emailVerifiedAt: new Date() }).where(eq(users.id, owner.user.id));
  const customer = await customerOf(owner);
  expect(await answerOf<Leaving>(await leavingOf(owner))).toMatchObject({ refundCents: 2900, deletesAt: null });
  const asked = await problemOf(await remove(owner));
  expect(asked).toMatchObject({ status: 409, fields: { plans: expect.any(String) } });
  expect(asked.message).toMatch(/^They have paid until/);
  expect((await remove(owner, { plans: 'refund', reason: 'hm' })).status).toBe(422);
  await forgetQueuedMail(database.pool);

  const said = { plans: 'refund', reason: `${reason} She wrote from ${owner.user.email.toUpperCase()}.` };
  expect(await answerOf(await remove(owner, said))).toEqual({
    message: `The account of ${owner.user.username} is deleted.`,
    deletesAt: null,
  });
  expect((await remove(owner, said)).status).toBe(404);
  expect((await leavingOf(owner)).status).toBe(404);
  expect(await gone(owner)).toBe(true);
  const mails = await queuedMail(database.pool);
  await site.desk.settle();
  expect((await subscriptionsAt(owner)).every(({ status }) => status === 'canceled')).toBe(true);
  expect(await refundedCents(customer)).toBe(2900);
  expect(await linesOf(owner)).toMatchObject([{ action: 'user.deleted', actorId: stella.user.id }]);
  expect(JSON.stringify(await linesOf(owner))).toContain('the number of her shop');
  expect(JSON.stringify(await linesOf(owner)).toLowerCase()).not.toContain(owner.user.email);

  const farewell = found(
    mails.find(({ subject }) => subject.includes('is deleted')),
    'the farewell',
  );
  expect(farewell.to).toBe(owner.user.email);
  expect(farewell.text).toContain('stella, an administrator of the site, did this at a written request');
  expect(farewell.text).toContain('the number of her shop');
  expect(farewell.text).toMatch(/If you did not ask for it,\sanswer this email at once/);
  expect(farewell.text).not.toContain('If it was not you');
  const notices = mails.filter(({ text }) => text.includes(`stella deleted the account of ${owner.user.username}`));
  expect(notices.map(({ to }) => to).toSorted()).toEqual([colleague.email, stella.user.email].toSorted());
});

it('plans the deletion for the end of what is paid for, and takes it back', async () => {
  const { stella, leavingOf, remove, keep } = await anOffice();
  const owner = await aSubscriber();
  await database.db.update(users).set({ emailVerifiedAt: new Date() }).where(eq(users.id, owner.user.id));
  expect((await keep(owner)).status).toBe(409);
  await forgetQueuedMail(database.pool);
  const { deletesAt } = await answerOf<{ deletesAt: string }>(await remove(owner, { reason, plans: 'end' }));
  const mails = await queuedMail(database.pool);
  await site.desk.settle();
  expect((await plan(owner))?.dueAt.toISOString()).toBe(deletesAt);
  expect(await answerOf<Leaving>(await leavingOf(owner))).toMatchObject({ deletesAt, plans: [{ state: 'ending' }] });
  const told = found(
    mails.find(({ to }) => to === owner.user.email),
    'the mail to the owner',
  );
  expect(told.text).toContain('stella, an administrator of the site, did this at a written request');

  await answerOf(await keep(owner));
  await site.desk.settle();
  expect(await plan(owner)).toBeUndefined();
  expect((await subscriptionsAt(owner)).map(({ cancel_at_period_end }) => cancel_at_period_end)).toEqual([false]);
  expect((await linesOf(owner)).map(({ action, actorId }) => [action, actorId])).toEqual([
    ['user.deletion-planned', stella.user.id],
    ['user.deletion-taken-back', stella.user.id],
  ]);
});

it('refuses oneself, staff, and a session whose proof is old', async () => {
  const { stella, colleague, remove, dataOf, keep } = await anOffice();
  expect(await problemOf(await remove(stella))).toMatchObject({
    status: 409,
    message: 'For yourself, use Your account.',
  });
  expect(await problemOf(await remove({ user: colleague }))).toMatchObject({
    status: 409,
    message: 'This is an account of staff. Please take the person out of the staff first.',
  });
  const eve = await site.desk.person({ emailVerifiedAt: new Date() });
  await database.db
    .update(sessions)
    .set({ createdAt: new Date(Date.now() - dayMs / 4) })
    .where(eq(sessions.userId, stella.user.id));
  for (const call of [remove, dataOf, keep]) {
    expect(await problemOf(await call(eve))).toMatchObject({ status: 403, code: 'proof_needed' });
  }
  expect(await gone(eve)).toBe(false);
});

it('is for administrators alone', async () => {
  const eve = await site.desk.person({ emailVerifiedAt: new Date() });
  for (const rights of [['editor'], ['moderator'], ['treasurer']] as const) {
    const { user } = await site.desk.person({ role: 'staff', rights: [...rights] });
    const browser = await signedIn({ user, browser: eve.browser });
    for (const what of ['data', 'deletion'])
      expect((await browser.post(`/api/staff/people/${eve.user.id}/${what}`, { body: { reason } })).status).toBe(403);
    expect((await browser.get(`/api/staff/people/${eve.user.id}/leaving`)).status).toBe(403);
  }
  expect(await gone(eve)).toBe(false);
});

it('takes what waits from the person out of the queue where the administrator says so, and leaves it there otherwise', async () => {
  const { remove } = await anOffice();
  const waits = { status: 'pending', approvedAt: null } as const;
  const queued = async (rejectWaiting: boolean) => {
    const olga = await site.desk.person({ emailVerifiedAt: new Date() });
    const sent = await aBusiness(database.db, { ...waits, ownerId: olga.user.id, submittedById: olga.user.id });
    await forgetQueuedMail(database.pool);
    expect((await remove(olga, { reason, rejectWaiting })).status).toBe(200);
    const [row] = await database.db.select().from(businesses).where(eq(businesses.id, sent.id));
    const told = (await queuedMail(database.pool)).filter(({ subject }) => subject.includes(sent.name));
    return [row?.status, row?.ownerId, row?.submittedById, told];
  };
  expect(await queued(true)).toEqual(['rejected', null, null, []]);
  expect(await queued(false)).toEqual(['pending', null, null, []]);
  // A refused deletion leaves the queue as it is.
  const bob = await site.desk.person({ role: 'staff' });
  const own = await aBusiness(database.db, { ...waits, ownerId: bob.user.id });
  expect((await remove(bob, { reason, rejectWaiting: true })).status).toBe(409);
  const [left] = await database.db.select().from(businesses).where(eq(businesses.id, own.id));
  expect(left?.status).toBe('pending');
});

it('a check that never came leaves nothing to give back, and staff are not said to be somebody', async () => {
  const { stella, remove } = await anOffice();
  const browser = await signedIn(stella);
  const day = (days: number) => new Date(site.desk.services.now().getTime() + days * dayMs).toISOString().slice(0, 10);
  const leavingWith = async (goneCents: number) => {
    const person = await site.desk.person({ emailVerifiedAt: new Date() });
    const cash = { id: randomUUID(), kind: 'cash', cents: 10_000, receivedOn: day(-2), lastDay: day(100), reason };
    await answerOf(await browser.post(`/api/staff/billing/people/${person.user.id}/plans`, { body: cash }));
    if (goneCents > 0) {
      const body = { id: randomUUID(), what: 'cash-missing', day: day(0), cents: goneCents, reason: 'Sent back.' };
      await answerOf(await browser.post(`/api/staff/billing/plans/${cash.id}/gone`, { body }));
    }
    await forgetQueuedMail(database.pool);
    await answerOf(await remove(person, { reason, plans: 'refund' }));
    return (await queuedMail(database.pool)).filter(({ subject }) => subject.endsWith('back in cash or by check'));
  };
  expect(await leavingWith(10_000)).toEqual([]);
  const [mail] = await leavingWith(0);
  expect(mail?.text).toContain('An account was deleted by staff before a plan was used up');
});
