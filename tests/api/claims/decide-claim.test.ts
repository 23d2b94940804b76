/** From the card to the owner: review, approval by staff and by mailbox, every way a claim ends, and who is told. */
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import { beforeDeletion } from '#app/wiring/before-deletion.ts';
import { deleteOwnAccount } from '#features/accounts/server/delete-account.ts';
import type { QueueItem } from '#features/approvals/contract.ts';
import { approveAfterConfirmation } from '#features/claims/server/approve-by-mailbox.ts';
import { handleDueClaims } from '#features/claims/server/handle-due-claims.ts';
import type { StaffClaim } from '#features/claims/staff-contract.ts';
import { auditLog, businesses, claimDocuments, claims, users } from '#server/db/schema/index.ts';
import { dayMs, minuteMs } from '#shared/times.ts';
import { aBusiness, type Business } from '#tests/factories/a-business.ts';
import type { Person } from '#tests/support/claim-desk.ts';
import { found, only } from '#tests/support/found.ts';
import { paymentSite } from '#tests/support/payment-site.ts';
import { queuedMail } from '#tests/support/queued-mail.ts';
import { answerOf } from '#tests/support/staff-office.ts';
import { problemOf } from '#tests/support/test-browser.ts';

const site = paymentSite();
const { database } = site;
let [ada, bob, stella]: Person[] = [];
let business: Business;
const present = (person: Person | undefined): Person => {
  if (person === undefined) throw new Error('everybody is there from beforeEach on');
  return person;
};
beforeEach(async () => {
  ada = await site.desk.person({ username: 'ada', email: 'ada@example.com', emailVerifiedAt: new Date() });
  bob = await site.desk.person({ username: 'bob', email: 'bob@bakery.example' });
  stella = await site.desk.person({ username: 'stella', role: 'staff' });
  business = await aBusiness(database.db, {
    slug: 'bakery',
    name: 'Bakery',
    website: 'https://www.bakery.example',
    phone: '(210) 555-0142',
  });
});

const row = async (person: Person | undefined) =>
  (
    await database.db
      .select()
      .from(claims)
      .where(eq(claims.userId, present(person).user.id))
  )[0];
const statusOf = async (person: Person | undefined) => (await row(person))?.status;
const ownerId = async () =>
  only(await database.db.select().from(businesses).where(eq(businesses.id, business.id)), 'business').ownerId;
const subjects = async (to: string) =>
  (await queuedMail(database.pool)).filter((mail) => mail.to === to).map(({ subject }) => subject);
const audited = async () =>
  (await database.db.select({ action: auditLog.action }).from(auditLog).orderBy(auditLog.id))
    .map(({ action }) => action)
    .filter((action) => action.startsWith('claim.'));
const holdOf = async (person: Person | undefined) =>
  (
    await site.desk.stripe.subscriptions.retrieve(
      found((await row(person))?.subscriptionId, 'subscription of the claim'),
    )
  ).status;

/** In review, with everything told and done. */
async function aClaim(person: Person | undefined, given: Record<string, unknown> = {}): Promise<string> {
  await site.desk.paidClaim(present(person), business.id, given);
  await site.desk.settle();
  return found(await row(person), 'claim').id;
}

/** An approval names the amount that the claim's page shows. */
async function decide(id: string, verb: 'approve' | 'reject', body?: object, by = stella): Promise<Response> {
  const [claim] = await database.db.select().from(claims).where(eq(claims.id, id));
  const { amountCents } = claim ?? {};
  return present(by).browser.post(`/api/staff/claims/${id}/${verb}`, { body: body ?? { amountCents } });
}

describe('a card is given', () => {
  it('brings the claim to review, due in a day, once, whoever says so and however often', async () => {
    const sessionId = await site.desk.paidClaim(present(ada), business.id);
    const settle = () => present(ada).browser.post('/api/checkout/settle', { body: { sessionId } });
    expect((await Promise.all([settle(), settle(), settle()])).map(({ status }) => status)).toEqual([200, 200, 200]);
    await site.desk.settle();
    const claim = await site.desk.claimOf(present(ada));
    expect(claim).toMatchObject({ status: 'in_review', plan: 'standard', business: { name: 'Bakery' } });
    const submittedAt = (await row(ada))?.submittedAt?.getTime() ?? 0;
    expect(Date.parse(claim.dueAt ?? '') - submittedAt).toBe(dayMs);
    expect(await subjects('ada@example.com')).toEqual(['We have your claim on Bakery']);
    expect(await audited()).toEqual(['claim.submitted']);
    expect([await holdOf(ada), await site.desk.chargedCents(present(ada)), await ownerId()]).toEqual([
      'trialing',
      0,
      null,
    ]);
  });

  it('shows staff what speaks for it', async () => {
    const id = await aClaim(ada);
    await aClaim(bob);
    const { browser } = present(ada);
    const evidence = { note: 'I bake there.', phone: '210-555-0142' };
    await answerOf(await browser.write('PUT', `/api/claims/${id}/evidence`, { body: evidence }));
    const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#963' } })
      .jpeg()
      .toBuffer();
    const upload = () =>
      browser.write('POST', `/api/claims/${id}/documents`, {
        body: picture,
        headers: { 'Content-Type': 'image/jpeg' },
      });
    for (let n = 0; n < 3; n++) expect((await upload()).status).toBe(201);
    expect((await upload()).status).toBe(409);

    const office = present(stella).browser;
    const items = await answerOf<QueueItem[]>(await office.get('/api/staff/queue?kind=claim'));
    expect(items).toMatchObject([
      { kind: 'claim', name: 'Bakery', plan: 'standard', by: 'ada' },
      { kind: 'claim', by: 'bob' },
    ]);
    expect(await answerOf(await office.get('/api/staff/counts'))).toMatchObject({ claims: 2 });
    const seen = await answerOf<StaffClaim>(await office.get(`/api/staff/claims/${id}`));
    expect(seen).toMatchObject({
      amountCents: 2500,
      claimant: { username: 'ada', emailVerified: true },
      evidence: { isMailboxOfSite: false, isListedPhone: true, note: 'I bake there.', phone: '210-555-0142' },
      others: [{ username: 'bob', status: 'in_review' }],
    });
    const [document] = seen.evidence.documents;
    const path = `/claims/${id}/documents/${document?.id}`;
    const shown = await answerOf<{ src: string }>(await office.get(`/api/staff${path}`));
    expect(await sharp(Buffer.from(shown.src.split(',')[1] ?? '', 'base64')).metadata()).toMatchObject({
      format: 'webp',
      width: 40,
    });
    // Nobody else sees or changes any of it.
    expect((await browser.get(`/api/staff${path}`)).status).toBe(403);
    const other = present(bob).browser;
    expect((await other.write('PUT', `/api/claims/${id}/evidence`, { body: evidence })).status).toBe(404);
    expect((await other.write('DELETE', `/api${path}`)).status).toBe(404);
    expect((await other.post(`/api/claims/${id}/withdraw`)).status).toBe(404);
    expect((await browser.write('DELETE', `/api${path}`)).status).toBe(200);
    expect(await database.db.$count(claimDocuments)).toBe(2);
  });

  it('is believed only where it is what the claim says', async () => {
    const { sessionId } = await answerOf<{ sessionId: string }>(await site.desk.start(present(ada), business.id));
    await database.db.update(claims).set({ plan: 'premium', amountCents: 5000 });
    await site.desk.pay(sessionId);
    await site.desk.settle();
    expect(await statusOf(ada)).toBe('rejected');
    expect([await holdOf(ada), await site.desk.chargedCents(present(ada)), await ownerId()]).toEqual([
      'canceled',
      0,
      null,
    ]);
  });
});

describe('approval', () => {
  it('makes the owner, charges the first month once, and ends what others wanted, uncharged', async () => {
    const id = await aClaim(ada, { plan: 'premium', amount: 50 });
    await aClaim(bob);
    const cleo = await site.desk.person({ username: 'cleo', email: 'cleo@example.com' });
    await answerOf(await site.desk.start(cleo, business.id));

    expect(await answerOf(await decide(id, 'approve'))).toMatchObject({ status: 'approved' });
    await site.desk.settle();
    expect(await ownerId()).toBe(present(ada).user.id);
    expect([await site.desk.chargedCents(present(ada)), await holdOf(ada)]).toEqual([5000, 'active']);
    expect([await statusOf(bob), await holdOf(bob), await site.desk.chargedCents(present(bob))]).toEqual([
      'superseded',
      'canceled',
      0,
    ]);
    const open = await row(cleo);
    expect(open?.status).toBe('superseded');
    expect(
      (await site.desk.stripe.checkout.sessions.retrieve(found(open?.sessionId, 'session of the claim'))).status,
    ).toBe('expired');
    expect(await subjects('ada@example.com')).toEqual(['We have your claim on Bakery', 'Bakery is yours']);
    for (const { user } of [present(bob), cleo]) {
      expect(await subjects(user.email)).toContain('Bakery went to somebody else');
    }
    expect((await site.desk.claimOf(present(bob))).status).toBe('superseded');
    expect((await problemOf(await decide(id, 'approve'))).status).toBe(409);
    expect((await problemOf(await decide(found(await row(bob), 'claim of bob').id, 'approve'))).status).toBe(409);
  });

  it('charges only what staff were shown', async () => {
    const id = await aClaim(ada, { plan: 'premium', amount: 50 });
    const stale = await problemOf(await decide(id, 'approve', { amountCents: 2500 }));
    expect(stale).toMatchObject({ status: 409, code: 'conflict' });
    expect(stale.message).toContain('$50');
    expect(await problemOf(await decide(id, 'approve', { amountCents: 'all' }))).toMatchObject({ status: 422 });
    await site.desk.settle();
    expect([await statusOf(ada), await ownerId(), await holdOf(ada)]).toEqual(['in_review', null, 'trialing']);
    expect((await decide(id, 'approve', { amountCents: 5000 })).status).toBe(200);
  });

  it('takes a call without a body for what the claim costs now', async () => {
    const id = await aClaim(ada);
    const answer = await present(stella).browser.post(`/api/staff/claims/${id}/approve`);
    expect([answer.status, await statusOf(ada), await ownerId()]).toEqual([200, 'approved', present(ada).user.id]);
  });

  it('of two claims at once by two of the staff makes one owner', async () => {
    const [first, second] = [await aClaim(ada), await aClaim(bob)];
    const colleague = await site.desk.person({ role: 'staff' });
    const answers = await Promise.all([decide(first, 'approve'), decide(second, 'approve', undefined, colleague)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    await site.desk.settle();
    const people = [present(ada), present(bob)];
    const [winner] = people.filter(({ user }, at) => answers[at]?.status === 200 && user);
    expect(await ownerId()).toBe(winner?.user.id);
    expect([await statusOf(ada), await statusOf(bob)].toSorted()).toEqual(['approved', 'superseded']);
    const charged = await Promise.all(people.map((person) => site.desk.chargedCents(person)));
    expect(charged.toSorted()).toEqual([0, 2500]);
  });

  it('needs no staff for a confirmed mailbox at the website of the listing', async () => {
    await database.db.update(users).set({ emailVerifiedAt: new Date() }).where(eq(users.username, 'bob'));
    await aClaim(bob);
    expect([await ownerId(), await statusOf(bob)]).toEqual([present(bob).user.id, 'approved']);
    expect(await site.desk.chargedCents(present(bob))).toBe(2500);
    expect(await subjects('bob@bakery.example')).toEqual(['Bakery is yours']);
    expect((await row(bob))?.decidedBy).toBe('domain');
  });

  it('follows at once when that mailbox is confirmed later', async () => {
    await aClaim(bob);
    await aClaim(ada);
    expect((await site.desk.claimOf(present(bob))).isMailboxEnough).toBe(true);
    expect((await site.desk.claimOf(present(ada))).isMailboxEnough).toBe(false);
    await database.db.update(users).set({ emailVerifiedAt: new Date() }).where(eq(users.username, 'bob'));
    await approveAfterConfirmation(present(ada).user.id, site.desk.services);
    expect(await ownerId()).toBeNull();
    await approveAfterConfirmation(present(bob).user.id, site.desk.services);
    await site.desk.settle();
    expect([await ownerId(), await statusOf(ada)]).toEqual([present(bob).user.id, 'superseded']);
  });

  it('gives one owner when two whose mailboxes fit pay in the same second', async () => {
    const baker = await site.desk.person({ email: 'baker@bakery.example', emailVerifiedAt: new Date() });
    await database.db.update(users).set({ emailVerifiedAt: new Date() }).where(eq(users.username, 'bob'));
    const people = [present(bob), baker];
    const sessions = await Promise.all(people.map((person) => site.desk.paidClaim(person, business.id)));
    await Promise.all(
      people.map(({ browser }, at) =>
        browser.post('/api/checkout/settle', { body: { sessionId: sessions[at] } }).then(answerOf),
      ),
    );
    await site.desk.settle();
    const states = await Promise.all(people.map((person) => statusOf(person)));
    const charged = await Promise.all(people.map((person) => site.desk.chargedCents(person)));
    expect(states.toSorted()).toEqual(['approved', 'superseded']);
    expect(charged.toSorted()).toEqual([0, 2500]);
    expect(await ownerId()).toBe(people[states.indexOf('approved')]?.user.id);
    expect(charged[states.indexOf('superseded')]).toBe(0);
    expect(await subjects(people[states.indexOf('superseded')]?.user.email ?? '')).toEqual([
      'Bakery went to somebody else',
    ]);
  });
});

describe('without approval nothing is charged', () => {
  it.each([
    ['rejected', async (id: string) => decide(id, 'reject', { reason: 'This is another bakery.' })],
    ['withdrawn', async (id: string) => present(ada).browser.post(`/api/claims/${id}/withdraw`)],
    [
      'lapsed',
      async () => {
        site.desk.aheadMs = 13 * dayMs - minuteMs;
        await handleDueClaims(site.desk.services);
        expect(await statusOf(ada)).toBe('in_review');
        site.desk.aheadMs = 13 * dayMs + minuteMs;
        await handleDueClaims(site.desk.services);
        return null;
      },
    ],
  ])('%s', async (status, act) => {
    const id = await aClaim(ada);
    const answer = await act(id);
    expect(answer?.status ?? 200).toBe(200);
    await site.desk.settle();
    expect([
      await statusOf(ada),
      await holdOf(ada),
      await site.desk.chargedCents(present(ada)),
      await ownerId(),
    ]).toEqual([status, 'canceled', 0, null]);
    const letters = (await queuedMail(database.pool)).filter((mail) => mail.to === 'ada@example.com');
    expect(letters.at(-1)?.text.replace(/\s+/g, ' ')).toContain('Your card was not charged');
    expect(await audited()).toEqual(['claim.submitted', `claim.${status}`]);
    expect((await row(ada))?.cancelledAt).not.toBeNull();
    expect((await decide(id, 'approve')).status).toBe(409);
    expect((await decide(id, 'reject', { reason: 'Too late anyway.' })).status).toBe(409);
    expect((await present(ada).browser.post(`/api/claims/${id}/withdraw`)).status).toBe(409);
    // It can be claimed again.
    site.desk.aheadMs = 0;
    expect((await site.desk.start(present(ada), business.id)).status).toBe(200);
  });

  it('shows the claimant why, and asks staff for a reason', async () => {
    const id = await aClaim(ada);
    expect((await problemOf(await decide(id, 'reject', { reason: 'no' }))).fields).toEqual({
      reason: 'Please say why',
    });
    await answerOf(await decide(id, 'reject', { reason: 'This is another bakery.' }));
    expect(await site.desk.claimOf(present(ada))).toMatchObject({
      status: 'rejected',
      reason: 'This is another bakery.',
    });
  });

  it('nor for whoever pays after the listing has found its owner, or was withdrawn from under the page', async () => {
    const [one, two] = await Promise.all([ada, bob].map((person) => site.desk.start(present(person), business.id)));
    const sessions = await Promise.all([one, two].map((answer) => answerOf<{ sessionId: string }>(answer as Response)));
    await database.db.update(businesses).set({ ownerId: present(stella).user.id });
    await present(bob).browser.post(`/api/claims/${(await row(bob))?.id}/withdraw`);
    // The job that ends the page has not run yet.
    for (const { sessionId } of sessions) await site.desk.pay(sessionId);
    await site.desk.settle();
    expect([await statusOf(ada), await holdOf(ada)]).toEqual(['superseded', 'canceled']);
    expect([await statusOf(bob), await holdOf(bob)]).toEqual(['withdrawn', 'canceled']);
    expect((await site.desk.chargedCents(present(ada))) + (await site.desk.chargedCents(present(bob)))).toBe(0);
  });

  it('nor for whoever never gives a card: the claim ends with its page', async () => {
    const { sessionId } = await answerOf<{ sessionId: string }>(await site.desk.start(present(ada), business.id));
    site.desk.aheadMs = 32 * minuteMs;
    await handleDueClaims(site.desk.services);
    await site.desk.settle();
    expect(await statusOf(ada)).toBe('expired');
    expect((await site.desk.stripe.checkout.sessions.retrieve(sessionId)).status).toBe('expired');
    expect(await subjects('ada@example.com')).toEqual([]);
  });

  it('nor for whoever leaves: with the account its open claims go', async () => {
    await aClaim(ada);
    const claim = await row(ada);
    const { user } = present(ada);
    await deleteOwnAccount({ id: user.id, role: user.role }, site.desk.services, beforeDeletion);
    await site.desk.settle();
    const [after] = await database.db
      .select()
      .from(claims)
      .where(eq(claims.id, found(claim, 'claim').id));
    expect([after?.status, after?.userId]).toEqual(['withdrawn', null]);
    const hold = await site.desk.stripe.subscriptions.retrieve(claim?.subscriptionId ?? '').catch(() => null);
    expect(hold?.status ?? 'canceled').toBe('canceled');
  });
});

it('goes along when two entries of one place are merged', async () => {
  const id = await aClaim(ada);
  const kept = await aBusiness(database.db, { slug: 'the-bakery', name: 'The Bakery' });
  await answerOf(
    await present(stella).browser.post(`/api/staff/businesses/${business.id}/merge`, { body: { into: kept.id } }),
  );
  expect(await answerOf(await decide(id, 'approve'))).toMatchObject({ business: { id: kept.id, owner: 'ada' } });
});
