/** Staff ask the sender of a new listing back; the listing waits for the answer. */
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { mailWays } from '#app/wiring/letter-kinds.ts';
import type { QueueItem, StaffBusiness } from '#features/approvals/contract.ts';
import type { EditableBusiness } from '#features/businesses/owner-contract.ts';
import type { Conversation } from '#features/conversations/contract.ts';
import { sweepTalks } from '#features/conversations/server/last-word.ts';
import { receiveMail } from '#features/conversations/server/receive-mail.ts';
import { erasePerson } from '#features/leaving/server/erase-person.ts';
import type { ListingQuestion } from '#features/listing-questions/contract.ts';
import { auditLog, businesses, conversations } from '#server/db/schema/index.ts';
import { replyAddress } from '#server/mail/reply-address.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aCategory } from '#tests/factories/a-category.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { aUser } from '#tests/factories/a-user.ts';
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

const question = 'Is the shop in town?';
const form = {
  name: 'Main Street Deli',
  description: 'Sandwiches and soups, every day.',
  address: '12 Main St, Dallas, TX 75201',
  phone: '214-555-0142',
};

async function submit(): Promise<EditableBusiness> {
  const category = (await aCategory(database.db)).slug;
  const listing = await answerOf<EditableBusiness>(
    await office.owner.post('/api/businesses', { body: { ...form, category } }),
  );
  await forgetQueuedMail(database.pool);
  return listing;
}

const ask = (id: string, text = question) =>
  office.staff.post(`/api/staff/businesses/${id}/question`, { body: { question: text } });
const answer = (id: string, text = 'Yes, since March.', browser = office.owner) =>
  browser.write('PUT', `/api/businesses/${id}/answer`, { body: { answer: text } });
const asked = async () => answerOf<ListingQuestion[]>(await office.owner.get('/api/user/listing-questions'));
const staffSee = async (id: string) => answerOf<StaffBusiness>(await office.staff.get(`/api/staff/businesses/${id}`));
const queue = async () => answerOf<QueueItem[]>(await office.staff.get('/api/staff/queue?kind=listing'));
const waiting = async () =>
  (await answerOf<{ listings: number }>(await office.staff.get('/api/staff/counts'))).listings;
const talk = async (id: string) => answerOf<Conversation>(await office.staff.get(`/api/staff/conversations/${id}`));
const subjects = async (to: string) =>
  (await queuedMail(database.pool)).filter((mail) => mail.to === to).map(({ subject }) => subject);

describe('a question about a new listing', () => {
  it('is mailed and stands on the dashboard, and the listing waits behind the others until the answer', async () => {
    const { id } = await submit();
    expect(await answerOf(await ask(id))).toMatchObject({
      question: { text: question, repliedAt: null, changedAt: null },
    });
    expect(await subjects('olga@example.com')).toEqual(['A question about your listing Main Street Deli']);
    expect(await asked()).toMatchObject([{ id, name: 'Main Street Deli', question }]);
    const since = await aBusiness(database.db, { name: 'Since then', status: 'pending' });
    expect((await queue()).map((line) => [line.id, 'isAsked' in line && line.isAsked])).toEqual([
      [since.id, false],
      [id, true],
    ]);
    expect(await waiting()).toBe(1);

    expect(await answerOf(await answer(id))).toMatchObject({
      question: null,
      talk: [
        { by: 'us', text: question },
        { by: 'them', text: 'Yes, since March.' },
      ],
    });
    // Sent twice by a shaky connection, it is one line and one mail.
    await answerOf(await answer(id));
    expect((await asked())[0]?.talk).toHaveLength(2);
    expect(await subjects('hello@oakbend.example')).toEqual(['Listing answered: Main Street Deli']);
    expect(await waiting()).toBe(2);
    expect((await queue()).find((line) => line.id === id)).toMatchObject({ isAsked: false });
    const seen = await staffSee(id);
    expect(seen.question?.repliedAt).toBe(seen.talk.at(-1)?.at);
    const [row] = await database.db.select().from(auditLog).where(eq(auditLog.action, 'business.asked'));
    expect(row).toMatchObject({ subjectId: id, data: { name: 'Main Street Deli', question } });
  });

  it('may be followed by another, and what was said before stays', async () => {
    const { id } = await submit();
    await answerOf(await ask(id));
    await answerOf(await answer(id));
    await answerOf(await ask(id, 'And who runs it?'));
    expect(await asked()).toMatchObject([{ question: 'And who runs it?', talk: { length: 3 } }]);
    expect(await staffSee(id)).toMatchObject({ question: { text: 'And who runs it?', repliedAt: null } });
  });

  it('is answered by a change of the listing, too', async () => {
    const { id, version } = await submit();
    await answerOf(await ask(id));
    const category = (await aCategory(database.db)).slug;
    const body = { ...form, category, address: '12 Main St', version };
    await answerOf(await office.owner.write('PUT', `/api/businesses/${id}`, { body }));
    const { question: put } = await staffSee(id);
    expect(put).toMatchObject({ repliedAt: null, changedAt: expect.any(String) });
    expect(await queue()).toMatchObject([{ id, isAsked: false, at: put?.changedAt }]);
    expect(await waiting()).toBe(1);
  });

  it('is answered by mail', async () => {
    const { id } = await submit();
    await answerOf(await ask(id));
    expect(await talk(id)).toMatchObject({ kind: 'listing', state: 'waiting', name: 'olga', canClose: false });
    const pattern = 'reply+*@in.oakbend.example';
    const services = testServices(database, { env: { INBOUND_ADDRESS: pattern } });
    const to = await replyAddress(database.db, pattern, { id, side: 'person' });
    const mail = `From: olga@example.com\r\nTo: ${to}\r\nMessage-ID: <1@example.com>\r\n\r\nYes, it is.\r\n`;
    expect(await receiveMail(Buffer.from(mail), mailWays, services)).toBe('kept');
    expect(await talk(id)).toMatchObject({ state: 'open', isUnread: true });
    expect(await queue()).toMatchObject([{ id, isAsked: false }]);
    expect(await asked()).toMatchObject([
      { question: null, talk: [{ by: 'us' }, { by: 'them', text: 'Yes, it is.' }] },
    ]);
    expect(await subjects('hello@oakbend.example')).toEqual(['olga wrote back about Main Street Deli']);
    // Staff write back, and wait again.
    const body = { answer: 'Which door?', awaitsReply: true };
    await answerOf(await office.staff.post(`/api/staff/conversations/${id}/answers`, { body }));
    expect(await queue()).toMatchObject([{ id, isAsked: true }]);
    expect(await subjects('olga@example.com')).toContain('About your listing Main Street Deli');
  });

  it('waits for nobody once the listing is decided on, and waits again with its undo', async () => {
    const { id, version } = await submit();
    await answerOf(await ask(id));
    await answerOf(
      await office.staff.post(`/api/staff/businesses/${id}/reject`, { body: { version, reason: 'It is in Dallas.' } }),
    );
    expect(await talk(id)).toMatchObject({ state: 'answered', canClose: true });
    expect(await asked()).toEqual([]);
    expect(await problemOf(await answer(id))).toMatchObject({ status: 409 });
    expect(await problemOf(await ask(id))).toMatchObject({ status: 409, message: expect.stringContaining('rejected') });
    await answerOf(await office.staff.post('/api/staff/undo', { body: { subjectId: id } }));
    expect(await asked()).toMatchObject([{ question }]);
    expect(await queue()).toMatchObject([{ id, isAsked: true }]);
    expect(await answerOf(await office.staff.get('/api/staff/conversations?kind=listing'))).toMatchObject([{ id }]);
  });

  it('goes with a listing that its sender takes back, and stands in the download before', async () => {
    const { id } = await submit();
    await answerOf(await ask(id));
    const download = await answerOf<{ businesses: { talk: unknown }[] }>(await office.owner.get('/api/account/data'));
    expect(download.businesses[0]?.talk).toMatchObject([{ from: 'us', text: question }]);
    await answerOf(await office.owner.write('DELETE', `/api/businesses/${id}`, {}));
    expect(await database.db.$count(conversations)).toBe(0);
  });

  it('goes 24 months after the last word, and with the account of its sender, while the listing stays', async () => {
    const { id } = await submit();
    await answerOf(await ask(id));
    const inMonths = (months: number) => new Date(Date.now() + months * 31 * 86_400_000);
    await sweepTalks(database.db, inMonths(23));
    expect(await database.db.$count(conversations)).toBe(1);
    await sweepTalks(database.db, inMonths(25));
    expect(await database.db.$count(conversations)).toBe(0);
    await answerOf(await ask(id));
    const wishes = { keepContactEmail: false, leaveNewsletter: true };
    await database.db.transaction((tx) => erasePerson(tx, office.ownerUser.id, testServices(database), wishes));
    expect(await database.db.$count(conversations)).toBe(0);
    expect(await database.db.$count(businesses, eq(businesses.id, id))).toBe(1);
  });

  it('is refused when it says nothing, without a sender, and for a listing that there is not', async () => {
    const { id } = await submit();
    expect(await problemOf(await ask(id, ' ? '))).toMatchObject({
      status: 422,
      fields: { question: 'Please write a question' },
    });
    await database.db.update(businesses).set({ ownerId: null, submittedById: null }).where(eq(businesses.id, id));
    expect(await problemOf(await ask(id))).toMatchObject({
      status: 409,
      message: 'Nobody with an account has sent this business in.',
    });
    expect((await ask('0198d3a0-0000-7000-8000-000000000000')).status).toBe(404);
    expect((await office.owner.post(`/api/staff/businesses/${id}/question`, { body: { question } })).status).toBe(403);
    expect(await subjects('olga@example.com')).toEqual([]);
  });

  it('is answered by nobody else, not before it is asked, and not with nothing', async () => {
    const { id } = await submit();
    expect((await answer(id)).status).toBe(404);
    await answerOf(await ask(id));
    expect(await problemOf(await answer(id, '  '))).toMatchObject({
      status: 422,
      fields: { answer: 'Please write an answer' },
    });
    const other = await aUser(database.db, { emailVerifiedAt: new Date() });
    const stranger = new TestBrowser(office.app).withSession(await aSession(database.db, other.id));
    expect((await answer(id, 'Yes', stranger)).status).toBe(404);
    expect(await answerOf(await stranger.get('/api/user/listing-questions'))).toEqual([]);
    expect(await asked()).toMatchObject([{ question }]);
  });
});
