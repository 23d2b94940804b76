/** Staff give who sent in a duplicate the listing that is there: with proof, at its price or without, and back within 30 seconds. */
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { mailWays } from '#app/wiring/letter-kinds.ts';
import type { StaffBusiness } from '#features/approvals/contract.ts';
import type { AuditRow } from '#features/audit/contract.ts';
import { exportAudit } from '#features/audit/server/export-audit.ts';
import type { EditableBusiness } from '#features/businesses/owner-contract.ts';
import { matchKeys } from '#features/businesses/server/written-fields.ts';
import type { Claim } from '#features/claims/contract.ts';
import type { Conversation } from '#features/conversations/contract.ts';
import { receiveMail } from '#features/conversations/server/receive-mail.ts';
import { businesses, claims, users } from '#server/db/schema/index.ts';
import { replyAddress } from '#server/mail/reply-address.ts';
import { aBusiness, type Business } from '#tests/factories/a-business.ts';
import { aCategory } from '#tests/factories/a-category.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { only } from '#tests/support/found.ts';
import { forgetQueuedMail, queuedMail } from '#tests/support/queued-mail.ts';
import { answerOf, aStaffOffice, type StaffOffice } from '#tests/support/staff-office.ts';
import { problemOf, TestBrowser } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';

const database = testDatabase();
let office: StaffOffice;
beforeEach(async () => {
  await forgetQueuedMail(database.pool);
  office = await aStaffOffice(database);
});

const form = {
  name: 'The Oakbend Bakery, LLC',
  description: 'Bread and cakes, baked every morning.',
  address: '12 Oak St., Oakbend, TX 78209',
  phone: '(210) 555-0142',
};

async function submit(given: Partial<typeof form> = {}): Promise<EditableBusiness> {
  const category = (await aCategory(database.db)).slug;
  return answerOf(await office.owner.post('/api/businesses', { body: { ...form, category, ...given } }));
}

/** The listing that the submission repeats. */
const listed = (given: Partial<Business> = {}) => {
  const looks = { name: 'Oakbend Bakery', address: '12 Oak Street', ...given };
  return aBusiness(database.db, { slug: 'oakbend', ...looks, ...matchKeys(looks) });
};
const statusOf = async (id: string) =>
  (await database.db.select().from(businesses).where(eq(businesses.id, id)))[0]?.status;
const ownerOf = async (id: string) =>
  (await database.db.select().from(businesses).where(eq(businesses.id, id)))[0]?.ownerId;

describe('give the existing listing', () => {
  const give = (id: string, body: object) =>
    office.staff.post(`/api/staff/businesses/${id}/give-existing`, {
      body: { question: 'Since when is it yours?', isPriceWaived: true, ...body },
    });
  const claimsOfOlga = async () => answerOf<Claim[]>(await office.owner.get('/api/user/claims'));
  const undo = (subjectId: string) => office.staff.post('/api/staff/undo', { body: { subjectId } });
  const mailToOlga = async () =>
    (await queuedMail(database.pool)).find(
      ({ to, subject }) => to === 'olga@example.com' && !subject.startsWith('We have your listing'),
    );

  const talkAbout = async (id: string) =>
    answerOf<Conversation>(await office.staff.get(`/api/staff/conversations/${id}`));
  async function answerByMail(id: string, text: string): Promise<void> {
    const pattern = 'reply+*@in.oakbend.example';
    const services = testServices(database, { env: { INBOUND_ADDRESS: pattern } });
    const to = await replyAddress(database.db, pattern, { id, side: 'person' });
    const mail = `From: olga@example.com\r\nTo: ${to}\r\nMessage-ID: <1@example.com>\r\n\r\n${text}\r\n`;
    expect(await receiveMail(Buffer.from(mail), mailWays, services)).toBe('kept');
  }

  it('without its price: the claim is in review and waits for the proof, and staff approve it uncharged', async () => {
    const twin = await listed();
    const { id, version } = await submit();
    const after = await answerOf<StaffBusiness>(await give(id, { version, of: twin.id }));
    expect([after.status, after.rejectionReason]).toEqual([
      'rejected',
      expect.stringContaining('Your claim on it is below'),
    ]);
    const [claim] = await claimsOfOlga();
    expect(claim).toMatchObject({
      status: 'in_review',
      amountCents: 0,
      question: 'Since when is it yours?',
      talk: [{ by: 'us', text: 'Since when is it yours?' }],
      dueAt: null,
    });
    const letter = await mailToOlga();
    expect(letter?.subject).toBe('The Oakbend Bakery, LLC is here already, and can be yours');
    for (const part of ['12 Oak Street', 'Since when is it yours?', 'It costs you nothing', '/dashboard']) {
      expect(letter?.text).toContain(part);
    }
    const evidence = { body: { note: 'Since 1999', phone: '210-555-0100' } };
    await answerOf(await office.owner.write('PUT', `/api/claims/${claim?.id}/evidence`, evidence));
    // Too late for the undo: the answer would be lost.
    expect((await problemOf(await undo(id))).status).toBe(409);
    await answerOf(await office.staff.post(`/api/staff/claims/${claim?.id}/approve`, { body: { amountCents: 0 } }));
    expect(await ownerOf(twin.id)).toBe(office.ownerUser.id);
  });

  it('names in the history who of the staff began the claim, and for whom, until that account is gone', async () => {
    const twin = await listed();
    const { id, version } = await submit();
    await answerOf(await give(id, { version, of: twin.id }));
    const history = async () => answerOf<AuditRow[]>(await office.staff.get(`/api/staff/audit?subject=${twin.id}`));
    expect(await history()).toMatchObject([
      { action: 'claim.begun', actor: { username: 'stella' }, forPerson: { username: 'olga' } },
    ]);
    expect(await history()).toHaveLength(1);
    const services = testServices(database);
    let file = '';
    for await (const part of await exportAudit(services, { subject: twin.id }, { actorId: office.staffUser.id }))
      file += part;
    expect(file).toMatch(/,stella,Began a claim for somebody,Oakbend Bakery,olga,/);
    await database.db.delete(users).where(eq(users.id, office.ownerUser.id));
    expect(await history()).toMatchObject([{ action: 'claim.begun', forPerson: null }]);
  });

  it('brings an answer by mail into the talk of the claim', async () => {
    const twin = await listed();
    const { id, version } = await submit();
    await answerOf(await give(id, { version, of: twin.id }));
    const [claim] = await claimsOfOlga();
    expect((await mailToOlga())?.thread).toMatchObject({ id: claim?.id, side: 'person', references: [] });
    await answerByMail(claim?.id ?? '', 'Since 1999.');
    const [answered] = await claimsOfOlga();
    expect(answered?.talk).toMatchObject([
      { by: 'us', text: 'Since when is it yours?' },
      { by: 'them', text: 'Since 1999.' },
    ]);
    expect(answered?.dueAt).not.toBeNull();
    const subjects = (await queuedMail(database.pool)).map(({ subject }) => subject);
    expect(subjects).toContain('Claim answered: Oakbend Bakery');
  });

  it('at its price: the mail leads to the claim, and no claim is made', async () => {
    const twin = await listed();
    const { id, version } = await submit();
    await answerOf(await give(id, { version, of: twin.id, isPriceWaived: false }));
    expect(await claimsOfOlga()).toEqual([]);
    const letter = await mailToOlga();
    for (const part of ['$25 a month', '/claim-business?business=oakbend', 'Since when is it yours?']) {
      expect(letter?.text).toContain(part);
    }
    expect(letter?.thread).toMatchObject({ id, side: 'person' });
    await answerByMail(id, 'It is another shop.');
    expect(await talkAbout(id)).toMatchObject({
      state: 'open',
      posts: [
        { kind: 'answer', text: 'Since when is it yours?' },
        { kind: 'reply', text: 'It is another shop.' },
      ],
    });
  });

  it('at its price, undone: the talk is as it was, with what was asked and answered before', async () => {
    const twin = await listed();
    const { id, version } = await submit();
    await answerOf(await give(id, { version, of: twin.id, isPriceWaived: false }));
    await answerOf(await undo(id));
    expect((await office.staff.get(`/api/staff/conversations/${id}`)).status).toBe(404);
    const body = { question: 'Is it in town?' };
    await answerOf(await office.staff.post(`/api/staff/businesses/${id}/question`, { body }));
    const before = await talkAbout(id);
    const now = await answerOf<StaffBusiness>(await office.staff.get(`/api/staff/businesses/${id}`));
    await answerOf(await give(id, { version: now.version, of: twin.id, isPriceWaived: false }));
    expect((await talkAbout(id)).posts).toHaveLength(2);
    await answerOf(await undo(id));
    expect(await talkAbout(id)).toEqual(before);
    expect(await statusOf(id)).toBe('pending');
  });

  it('is undone within its time: the submission waits again, claim and mail are gone', async () => {
    const twin = await listed();
    const { id, version } = await submit();
    await answerOf(await give(id, { version, of: twin.id }));
    await answerOf(await undo(id));
    expect(await statusOf(id)).toBe('pending');
    expect((await claimsOfOlga()).filter(({ status }) => status === 'in_review')).toEqual([]);
    expect(await mailToOlga()).toBeUndefined();
  });

  it('refuses a listing with an owner, itself, an unknown one, a claim that is there, no question, and who may not', async () => {
    const owned = await listed({ ownerId: office.staffUser.id });
    const { id, version } = await submit();
    expect((await give(id, { version, of: owned.id })).status).toBe(409);
    expect((await give(id, { version, of: id })).status).toBe(409);
    expect((await give(id, { version, of: '0198d3a0-0000-7000-8000-000000000000' })).status).toBe(404);
    expect((await give(id, { version, of: owned.id, question: ' ' })).status).toBe(422);
    const body = { version, of: owned.id, question: 'Why?', isPriceWaived: true };
    expect((await office.owner.post(`/api/staff/businesses/${id}/give-existing`, { body })).status).toBe(403);
    expect(await statusOf(id)).toBe('pending');
  });

  it('names the colleague who gave the listing to somebody meanwhile, and who waits with a paid claim on it', async () => {
    const twin = await listed();
    const carl = await aUser(database.db, { username: 'carl' });
    const of = { businessId: twin.id, userId: carl.id, plan: 'standard', amountCents: 0 } as const;
    const times = { expiresAt: new Date(), dueAt: new Date(), submittedAt: new Date(), status: 'in_review' } as const;
    const claim = only(
      await database.db
        .insert(claims)
        .values({ ...of, ...times })
        .returning(),
      'claim',
    );
    const paidClaims = async () =>
      (await answerOf<StaffBusiness>(await office.staff.get(`/api/staff/businesses/${twin.id}`))).paidClaims;
    expect(await paidClaims()).toEqual([]);
    await database.db.update(claims).set({ amountCents: 2500 }).where(eq(claims.id, claim.id));
    expect(await paidClaims()).toEqual(['carl']);
    await database.db.update(claims).set({ amountCents: 0 }).where(eq(claims.id, claim.id));
    const { id, version } = await submit();
    const amy = await aUser(database.db, { role: 'staff', username: 'amy' });
    const amys = new TestBrowser(office.app).withSession(await aSession(database.db, amy.id));
    await answerOf(await amys.post(`/api/staff/claims/${claim.id}/approve`, { body: { amountCents: 0 } }));
    expect(await problemOf(await give(id, { version, of: twin.id }))).toMatchObject({
      status: 409,
      message: 'amy made carl the owner of Oakbend Bakery just now. Reject this one as its duplicate instead.',
    });
    await answerOf(
      await amys.write('PUT', `/api/staff/businesses/${twin.id}/hidden`, {
        body: { hidden: true, reason: 'It has closed.' },
      }),
    );
    expect((await problemOf(await give(id, { version, of: twin.id }))).message).toMatch(
      /^amy hid Oakbend Bakery just now\. /,
    );
  });
});
