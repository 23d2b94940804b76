/** The review queue, approving and rejecting, and the list of owners' edits with undo. */
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Change, QueueItem, StaffBusiness } from '#features/approvals/contract.ts';
import type { EditableBusiness } from '#features/businesses/owner-contract.ts';
import { auditLog, businesses, businessSlugs, contactMessages, reports } from '#server/db/schema/index.ts';
import { reasonMissing } from '#shared/reason.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aCategory } from '#tests/factories/a-category.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { forgetQueuedMail, queuedMail } from '#tests/support/queued-mail.ts';
import { answerOf, aStaffOffice, type StaffOffice } from '#tests/support/staff-office.ts';
import { problemOf, TestBrowser } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';

const database = testDatabase();
let office: StaffOffice;
beforeEach(async () => {
  await forgetQueuedMail(database.pool);
  office = await aStaffOffice(database);
});

const form = {
  name: 'Oakbend Bakery',
  description: 'Bread and cakes, baked every morning.',
  address: '12 Oak Street, Oakbend, TX 78209',
  phone: '(210) 555-0142',
};

/** The owner submits the business through the API. */
async function aSubmission(given: Partial<typeof form> = {}): Promise<EditableBusiness> {
  const category = (await aCategory(database.db)).slug;
  return answerOf(await office.owner.post('/api/businesses', { body: { ...form, category, ...given } }));
}

const look = async (id: string) => answerOf<StaffBusiness>(await office.staff.get(`/api/staff/businesses/${id}`));
const queue = async (query = '') => answerOf<QueueItem[]>(await office.staff.get(`/api/staff/queue${query}`));
const row = async (id: string) => (await database.db.select().from(businesses).where(eq(businesses.id, id)))[0];
const approve = (id: string, body: object, by = office.staff) =>
  by.post(`/api/staff/businesses/${id}/approve`, { body });
const reject = (id: string, body: object, by = office.staff) => by.post(`/api/staff/businesses/${id}/reject`, { body });

async function aSecondMember(): Promise<TestBrowser> {
  const colleague = await aUser(database.db, { role: 'staff' });
  return new TestBrowser(office.app).withSession(await aSession(database.db, colleague.id));
}

describe('the queue', () => {
  it('holds what waits, longest first, with when it is due', async () => {
    const { db } = database;
    const submitted = await aSubmission();
    const live = await aBusiness(db);
    const early = new Date(Date.now() - 30 * 3_600_000);
    await db.insert(reports).values({ businessId: live.id, reason: 'closed', createdAt: early });
    await db.insert(reports).values({ businessId: live.id, reason: 'other', resolvedAt: new Date() });
    await db.insert(contactMessages).values({ name: 'Ada', email: 'ada@example.com', message: 'Subject: Hello' });
    const items = await queue();
    expect(items.map(({ kind }) => kind)).toEqual(['report', 'listing', 'message']);
    expect(items[0]).toMatchObject({
      dueAt: new Date(early.getTime() + 86_400_000).toISOString(),
      conversation: { reason: 'closed', business: { id: live.id } },
    });
    expect(items[1]).toMatchObject({ id: submitted.id, name: form.name, by: 'olga', isAgain: false });
    expect((await queue('?kind=message')).map(({ kind }) => kind)).toEqual(['message']);
    expect(await answerOf(await office.staff.get('/api/staff/counts'))).toEqual({
      listings: 1,
      changes: 0,
      reports: 1,
      corrections: 0,
      messages: 1,
      claims: 0,
      orders: 0,
      suggestions: 0,
      announcements: 0,
    });
  });

  it('leads on by 50', async () => {
    const values = Array.from({ length: 53 }, (_, at) => ({
      name: `Writer ${at}`,
      email: 'ada@example.com',
      message: 'Hello',
      createdAt: new Date(1_700_000_000_000 + Math.floor(at / 2)),
    }));
    await database.db.insert(contactMessages).values(values);
    const first = await office.staff.get('/api/staff/queue');
    const path = /<([^>]+)>/.exec(first.headers.get('Link') ?? '')?.[1] ?? '';
    const items = await answerOf<QueueItem[]>(first);
    const second = await office.staff.get(path);
    const rest = await answerOf<QueueItem[]>(second);
    expect(items).toHaveLength(50);
    expect(rest).toHaveLength(3);
    expect(new Set([...items, ...rest].map(({ id }) => id)).size).toBe(53);
    expect(second.headers.get('Link')).toBeNull();
  });

  it('shows look-alikes of any state and what is known of who sent it in', async () => {
    const { nameKey, addressKey } = await import('#features/businesses/match-keys.ts');
    const twin = await aBusiness(database.db, {
      name: 'The Oakbend Bakery LLC',
      status: 'hidden',
      nameKey: nameKey('The Oakbend Bakery LLC'),
      phone: '210.555.0142',
    });
    const neighbor = await aBusiness(database.db, { name: 'Upstairs', addressKey: addressKey(form.address) });
    await aBusiness(database.db, { name: 'Elsewhere' });
    await aBusiness(database.db, { submittedById: office.ownerUser.id, status: 'rejected' });
    const business = await look((await aSubmission()).id);
    expect(business.lookAlikes).toMatchObject([
      { id: twin.id, alike: ['name', 'phone'], status: 'hidden' },
      { id: neighbor.id, alike: ['address'] },
    ]);
    expect(business.submitter).toMatchObject({
      username: 'olga',
      emailVerified: true,
      approved: 0,
      rejected: 1,
      pending: 1,
    });
  });
});

describe('approving', () => {
  it('puts it on the site, tells the owner by mail and notes who did it', async () => {
    const { id, version, slug } = await aSubmission();
    await forgetQueuedMail(database.pool);
    expect((await office.visitor.get(`/api/businesses/${slug}`)).status).toBe(404);
    expect(await answerOf(await approve(id, { version }))).toMatchObject({ status: 'approved', verified: true });
    expect((await office.visitor.get(`/api/businesses/${slug}`)).status).toBe(200);
    expect((await row(id))?.approvedAt).toBeInstanceOf(Date);
    const [mail, ...others] = await queuedMail(database.pool);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ to: 'olga@example.com', subject: 'Oakbend Bakery is now listed' });
    expect(mail?.text).toContain(`View:\nhttp://oakbend.example/business/${slug}`);
    const entries = await database.db.select().from(auditLog).where(eq(auditLog.action, 'business.approved'));
    expect(entries).toMatchObject([{ actorId: office.staffUser.id, subjectId: id }]);
    expect(await queue()).toEqual([]);
  });

  it('with edits keeps what they changed among the edits of the listing, where it is put back', async () => {
    const { id, version, category } = await aSubmission();
    const edits = { ...form, category, phone: '(210) 555-0199' };
    await answerOf(await approve(id, { version, edits }));
    const [edit] = await answerOf<Change[]>(await office.staff.get(`/api/staff/changes?business=${id}`));
    expect(edit).toMatchObject({
      by: { username: 'stella' },
      isByOwner: false,
      fields: [{ field: 'phone', before: form.phone, after: edits.phone, canUndo: true }],
    });
    await answerOf(await office.staff.post(`/api/staff/changes/${edit?.id}/undo`, { body: {} }));
    expect((await row(id))?.phone).toBe(form.phone);
  });

  it('with edits writes them in the same step, which is not an edit for the change list', async () => {
    const { id, version, category } = await aSubmission();
    const edits = { ...form, category, name: 'Oakbend Bakery & Café' };
    expect(await answerOf(await approve(id, { version, edits }))).toMatchObject({
      name: edits.name,
      status: 'approved',
      slug: 'oakbend-bakery-and-cafe',
    });
    const mails = await queuedMail(database.pool);
    expect(mails.at(-1)?.text).toContain('We corrected a few details');
    expect(await answerOf(await office.staff.get('/api/staff/changes'))).toEqual([]);
  });

  it('changes nothing when an edit is refused', async () => {
    const { id, version } = await aSubmission();
    const response = await approve(id, { version, edits: { ...form, category: 'no-such-category' } });
    expect(await problemOf(response)).toMatchObject({ status: 422, fields: { category: 'Category is required' } });
    expect(await row(id)).toMatchObject({ status: 'pending', version });
  });

  it('is refused for what was changed meanwhile, and for whoever comes second', async () => {
    const { id, version, category } = await aSubmission();
    await answerOf(
      await office.owner.write('PUT', `/api/businesses/${id}`, { body: { ...form, category, phone: '' } }),
    );
    expect(await problemOf(await approve(id, { version }))).toMatchObject({ status: 409, code: 'conflict' });
    await forgetQueuedMail(database.pool);
    const current = (await look(id)).version;
    const colleague = await aSecondMember();
    const answers = await Promise.all([
      approve(id, { version: current }),
      reject(id, { version: current, reason: 'We do not know this place.' }, colleague),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await queuedMail(database.pool)).toHaveLength(1);
  });

  it('answers 404 for an unknown id', async () => {
    expect((await approve('0198d3a0-0000-7000-8000-000000000000', { version: 1 })).status).toBe(404);
    expect((await office.staff.get('/api/staff/businesses/nothing')).status).toBe(404);
  });
});

describe('rejecting', () => {
  it('needs a reason, which the owner gets by mail', async () => {
    const { id, version } = await aSubmission();
    await forgetQueuedMail(database.pool);
    expect(await problemOf(await reject(id, { version, reason: ' ' }))).toMatchObject({
      status: 422,
      fields: { reason: reasonMissing },
    });
    const reason = 'The address is outside of the city.';
    await answerOf(await reject(id, { version, reason }));
    expect(await row(id)).toMatchObject({ status: 'rejected', rejectionReason: reason });
    const [mail] = await queuedMail(database.pool);
    expect(mail).toMatchObject({ to: 'olga@example.com', subject: 'Oakbend Bakery could not be listed yet' });
    expect(mail?.text).toContain(`> ${reason}`);
  });

  it('brings it back to the queue once the owner has changed it', async () => {
    const { id, version, category } = await aSubmission();
    await answerOf(await reject(id, { version, reason: 'The address is missing.' }));
    expect(await queue()).toEqual([]);
    await answerOf(await office.owner.write('PUT', `/api/businesses/${id}`, { body: { ...form, category } }));
    expect(await queue()).toMatchObject([{ kind: 'listing', id, isAgain: true }]);
  });

  it('is refused for what is approved', async () => {
    const { id } = await aBusiness(database.db);
    expect((await reject(id, { version: 1, reason: 'Not here any more.' })).status).toBe(409);
  });
});

describe("an owner's edit of a live listing", () => {
  async function anEdit(edit: Partial<typeof form> & { properties?: string[] } = { phone: '(210) 555-0199' }) {
    const { id, version, category, slug } = await aSubmission();
    await answerOf(await approve(id, { version }));
    const body = { ...form, category, ...edit };
    await answerOf(await office.owner.write('PUT', `/api/businesses/${id}`, { body }));
    const [change] = await answerOf<Change[]>(await office.staff.get('/api/staff/changes'));
    if (!change) throw new Error('the edit is not in the list');
    return { id, slug, change, body };
  }
  const undo = (id: string, body: object = {}, by = office.staff) => by.post(`/api/staff/changes/${id}/undo`, { body });

  it('is in the list and the queue, field by field', async () => {
    const { id, change } = await anEdit();
    expect(change).toMatchObject({
      by: { username: 'olga' },
      business: { id, name: form.name },
      fields: [{ field: 'phone', before: '(210) 555-0142', after: '(210) 555-0199', canUndo: true }],
      reviewed: null,
    });
    expect(await queue()).toMatchObject([{ kind: 'change', change: { id: change.id } }]);
  });

  it('can be undone in one click, once', async () => {
    const { id, change } = await anEdit();
    expect(await answerOf(await undo(change.id))).toMatchObject({ reviewed: { undone: true, by: 'stella' } });
    expect((await row(id))?.phone).toBe(form.phone);
    expect(await queue()).toEqual([]);
    expect(await problemOf(await undo(change.id))).toMatchObject({ status: 409, fields: { phone: 'Undone before' } });
  });

  it("of properties is in the town's words, and can be undone", async () => {
    const { id, change } = await anEdit({ properties: ['se-habla-espanol', 'delivery'] });
    expect(change.fields).toMatchObject([
      { field: 'properties', before: '', after: 'Delivery, Se habla español', canUndo: true },
    ]);
    await answerOf(await undo(change.id));
    expect((await row(id))?.properties).toEqual([]);
  });

  it('cannot be undone over a later edit', async () => {
    const { id, change, body } = await anEdit();
    await answerOf(await office.owner.write('PUT', `/api/businesses/${id}`, { body: { ...body, phone: '1234567' } }));
    expect(await problemOf(await undo(change.id))).toMatchObject({ status: 409, code: 'conflict' });
    expect((await row(id))?.phone).toBe('1234567');
  });

  it('of the name gives the address back with it', async () => {
    const { id, slug, change } = await anEdit({ name: 'Casino Royale' });
    expect((await row(id))?.slug).toBe('casino-royale');
    await answerOf(await undo(change.id));
    expect(await row(id)).toMatchObject({ name: form.name, slug, nameKey: 'oakbend bakery' });
    expect(await database.db.select().from(businessSlugs)).toMatchObject([{ slug: 'casino-royale', businessId: id }]);
  });

  it('can be kept, and then waits no more', async () => {
    const { change } = await anEdit();
    await answerOf(await office.staff.post(`/api/staff/changes/${change.id}/keep`));
    expect(await queue()).toEqual([]);
    expect(await answerOf(await office.staff.get('/api/staff/changes?state=open'))).toEqual([]);
    const colleague = await aSecondMember();
    expect((await colleague.post(`/api/staff/changes/${change.id}/keep`)).status).toBe(409);
    expect((await colleague.post(`/api/staff/changes/${office.staffUser.id}/keep`)).status).toBe(404);
  });
});
