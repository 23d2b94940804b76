/** From the card to the owner: what staff see, and approval by staff and by mailbox. */
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { QueueItem } from '#features/approvals/contract.ts';
import { approveAfterConfirmation } from '#features/claims/server/approve-by-mailbox.ts';
import { claimMails } from '#features/claims/server/claim-texts.ts';
import type { StaffClaim } from '#features/claims/staff-contract.ts';
import { claimDocuments, claims, users } from '#server/db/schema/index.ts';
import { dayMs } from '#shared/times.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { bakeryClaims } from '#tests/support/bakery-claims.ts';
import { found } from '#tests/support/found.ts';
import { queuedMail } from '#tests/support/queued-mail.ts';
import { answerOf } from '#tests/support/staff-office.ts';
import { problemOf } from '#tests/support/test-browser.ts';

const bakery = bakeryClaims();
const { site, database } = bakery;
const { row, statusOf, ownerId, subjects, audited, holdOf, aClaim, decide } = bakery;

describe('a card is given', () => {
  it('brings the claim to review, due in a day, once, whoever says so and however often', async () => {
    const sessionId = await site.desk.paidClaim(bakery.ada, bakery.business.id);
    const settle = () => bakery.ada.browser.post('/api/checkout/settle', { body: { sessionId } });
    expect((await Promise.all([settle(), settle(), settle()])).map(({ status }) => status)).toEqual([200, 200, 200]);
    await site.desk.settle();
    const claim = await site.desk.claimOf(bakery.ada);
    expect(claim).toMatchObject({ status: 'in_review', plan: 'standard', business: { name: 'Bakery' } });
    const submittedAt = (await row(bakery.ada))?.submittedAt?.getTime() ?? 0;
    expect(Date.parse(claim.dueAt ?? '') - submittedAt).toBe(dayMs);
    expect(await subjects('ada@example.com')).toEqual(['We have your claim on Bakery']);
    expect(await audited()).toEqual(['claim.submitted']);
    expect([await holdOf(bakery.ada), await site.desk.chargedCents(bakery.ada), await ownerId()]).toEqual([
      'trialing',
      0,
      null,
    ]);
  });

  it('shows staff what speaks for it', async () => {
    const id = await aClaim(bakery.ada);
    await aClaim(bakery.bob);
    const { browser } = bakery.ada;
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

    const office = bakery.stella.browser;
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
    // Other people can neither see nor change the claim.
    expect((await browser.get(`/api/staff${path}`)).status).toBe(403);
    const other = bakery.bob.browser;
    expect((await other.write('PUT', `/api/claims/${id}/evidence`, { body: evidence })).status).toBe(404);
    const noNumber = await browser.write('PUT', `/api/claims/${id}/evidence`, { body: { ...evidence, phone: 'abc' } });
    expect(await problemOf(noNumber)).toMatchObject({
      status: 422,
      fields: { phone: 'Please enter a number to call, or leave it empty' },
    });
    expect((await other.write('DELETE', `/api${path}`)).status).toBe(404);
    expect((await other.post(`/api/claims/${id}/withdraw`)).status).toBe(404);
    expect((await browser.write('DELETE', `/api${path}`)).status).toBe(200);
    expect(await database.db.$count(claimDocuments)).toBe(2);
  });

  it('is believed only where it is what the claim says', async () => {
    const { sessionId } = await answerOf<{ sessionId: string }>(await site.desk.start(bakery.ada, bakery.business.id));
    await database.db.update(claims).set({ plan: 'premium', amountCents: 5000 });
    await site.desk.pay(sessionId);
    await site.desk.settle();
    expect(await statusOf(bakery.ada)).toBe('rejected');
    expect([await holdOf(bakery.ada), await site.desk.chargedCents(bakery.ada), await ownerId()]).toEqual([
      'canceled',
      0,
      null,
    ]);
  });
});

describe('approval', () => {
  it('makes the owner, charges the first month once, and ends what others wanted, uncharged', async () => {
    const id = await aClaim(bakery.ada, { plan: 'premium', amount: 50 });
    await aClaim(bakery.bob);
    const cleo = await site.desk.person({ username: 'cleo', email: 'cleo@example.com' });
    await answerOf(await site.desk.start(cleo, bakery.business.id));

    expect(await answerOf(await decide(id, 'approve'))).toMatchObject({ status: 'approved' });
    await site.desk.settle();
    expect(await ownerId()).toBe(bakery.ada.user.id);
    expect([await site.desk.chargedCents(bakery.ada), await holdOf(bakery.ada)]).toEqual([5000, 'active']);
    expect([await statusOf(bakery.bob), await holdOf(bakery.bob), await site.desk.chargedCents(bakery.bob)]).toEqual([
      'superseded',
      'canceled',
      0,
    ]);
    const open = await row(cleo);
    expect(open?.status).toBe('superseded');
    expect(
      (await site.desk.stripe.checkout.sessions.retrieve(found(open?.sessionId, 'session of the claim'))).status,
    ).toBe('expired');
    expect(await subjects('ada@example.com')).toEqual([
      ...['We have your claim on Bakery', 'Bakery is yours', 'Receipt: $50 for your plan for Bakery'],
    ]);
    // The charge is a job of its own, and the mail is read later: it names the day and does not say "now".
    const letters = await queuedMail(database.pool);
    const { text } = found(
      letters.find(({ subject }) => subject === 'Bakery is yours'),
      'mail',
    );
    const said = text.replaceAll(/\s+/g, ' ');
    const lost = found(
      letters.find(({ subject }) => subject === 'Bakery went to somebody else'),
      'mail to another claimant',
    );
    expect(lost.text.replaceAll(/\s+/g, ' ')).toContain(
      'Nothing was charged to your card for it, and nothing will be.',
    );
    expect(JSON.stringify(claimMails)).not.toMatch(/\bhold on\b/);
    expect(said).toMatch(
      /The first month became due with the approval, on \w+ \d+, 20\d\d: \$50, to be charged to the card that you gave/,
    );
    expect(said).not.toMatch(/charge[^.]* now/);
    for (const { user } of [bakery.bob, cleo]) {
      expect(await subjects(user.email)).toContain('Bakery went to somebody else');
    }
    expect((await site.desk.claimOf(bakery.bob)).status).toBe('superseded');
    expect((await problemOf(await decide(id, 'approve'))).status).toBe(409);
    const ofBob = found(await row(bakery.bob), 'claim of bob').id;
    const amy = await site.desk.person({ role: 'staff', username: 'amy' });
    expect(await problemOf(await decide(ofBob, 'approve', undefined, amy))).toMatchObject({
      ...{ status: 409, message: 'stella approved another claim on Bakery just now.' },
    });
  });

  it('charges only what staff were shown', async () => {
    const id = await aClaim(bakery.ada, { plan: 'premium', amount: 50 });
    const stale = await problemOf(await decide(id, 'approve', { amountCents: 2500 }));
    expect(stale).toMatchObject({ status: 409, code: 'conflict' });
    expect(stale.message).toContain('$50');
    expect(await problemOf(await decide(id, 'approve', { amountCents: 'all' }))).toMatchObject({ status: 422 });
    await site.desk.settle();
    expect([await statusOf(bakery.ada), await ownerId(), await holdOf(bakery.ada)]).toEqual([
      'in_review',
      null,
      'trialing',
    ]);
    expect((await decide(id, 'approve', { amountCents: 5000 })).status).toBe(200);
  });

  it('names who was first to a colleague, and to oneself in another tab', async () => {
    const { stella, ada } = bakery;
    const amy = await site.desk.person({ username: 'amy', role: 'staff' });
    const id = await aClaim(ada);
    await answerOf(await decide(id, 'reject', { reason: 'The bakery is closed.' }, amy));
    const said = async (by: typeof amy) => (await problemOf(await decide(id, 'approve', undefined, by))).message;
    expect([await said(stella), await said(amy)]).toEqual([
      'amy rejected the claim on Bakery just now.',
      'You, in another tab, rejected the claim on Bakery just now.',
    ]);
  });

  it('takes a call without a body for what the claim costs now', async () => {
    const id = await aClaim(bakery.ada);
    const answer = await bakery.stella.browser.post(`/api/staff/claims/${id}/approve`);
    expect([answer.status, await statusOf(bakery.ada), await ownerId()]).toEqual([200, 'approved', bakery.ada.user.id]);
  });

  it('of two claims at once by two of the staff makes one owner', async () => {
    const [first, second] = [await aClaim(bakery.ada), await aClaim(bakery.bob)];
    const colleague = await site.desk.person({ role: 'staff' });
    const answers = await Promise.all([decide(first, 'approve'), decide(second, 'approve', undefined, colleague)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    await site.desk.settle();
    const people = [bakery.ada, bakery.bob];
    const [winner] = people.filter(({ user }, at) => answers[at]?.status === 200 && user);
    expect(await ownerId()).toBe(winner?.user.id);
    expect([await statusOf(bakery.ada), await statusOf(bakery.bob)].toSorted()).toEqual(['approved', 'superseded']);
    const charged = await Promise.all(people.map((person) => site.desk.chargedCents(person)));
    expect(charged.toSorted()).toEqual([0, 2500]);
  });

  it('needs no staff for a confirmed mailbox at the website of the listing', async () => {
    await database.db.update(users).set({ emailVerifiedAt: new Date() }).where(eq(users.username, 'bob'));
    await aClaim(bakery.bob);
    expect([await ownerId(), await statusOf(bakery.bob)]).toEqual([bakery.bob.user.id, 'approved']);
    expect(await site.desk.chargedCents(bakery.bob)).toBe(2500);
    expect(await subjects('bob@bakery.example')).toEqual(['Bakery is yours', 'Receipt: $25 for your plan for Bakery']);
    expect((await row(bakery.bob))?.decidedBy).toBe('domain');
  });

  it('follows at once when that mailbox is confirmed later', async () => {
    await aClaim(bakery.bob);
    await aClaim(bakery.ada);
    expect((await site.desk.claimOf(bakery.bob)).isMailboxEnough).toBe(true);
    expect((await site.desk.claimOf(bakery.ada)).isMailboxEnough).toBe(false);
    await database.db.update(users).set({ emailVerifiedAt: new Date() }).where(eq(users.username, 'bob'));
    await approveAfterConfirmation(bakery.ada.user.id, site.desk.services);
    expect(await ownerId()).toBeNull();
    await approveAfterConfirmation(bakery.bob.user.id, site.desk.services);
    await site.desk.settle();
    expect([await ownerId(), await statusOf(bakery.ada)]).toEqual([bakery.bob.user.id, 'superseded']);
  });

  it('gives one owner when two whose mailboxes fit pay in the same second', async () => {
    const baker = await site.desk.person({ email: 'baker@bakery.example', emailVerifiedAt: new Date() });
    await database.db.update(users).set({ emailVerifiedAt: new Date() }).where(eq(users.username, 'bob'));
    const people = [bakery.bob, baker];
    const sessions = await Promise.all(people.map((person) => site.desk.paidClaim(person, bakery.business.id)));
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

it('goes along when two entries of one place are merged', async () => {
  const id = await aClaim(bakery.ada);
  const kept = await aBusiness(database.db, { slug: 'the-bakery', name: 'The Bakery' });
  await answerOf(
    await bakery.stella.browser.post(`/api/staff/businesses/${bakery.business.id}/merge`, { body: { into: kept.id } }),
  );
  expect(await answerOf(await decide(id, 'approve'))).toMatchObject({ business: { id: kept.id, owner: 'ada' } });
});
