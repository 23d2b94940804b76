/** A visitor suggests a change; staff apply it, decline it, or undo it; the owner gets a mail. */
import { desc, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { createApi } from '#app/api/api.ts';
import { sweepCorrections } from '#features/corrections/server/sweep-corrections.ts';
import type { StaffCorrection } from '#features/corrections/staff-contract.ts';
import { auditLog, businesses, corrections } from '#server/db/schema/index.ts';
import { aBusiness, type Business } from '#tests/factories/a-business.ts';
import { aCategory } from '#tests/factories/a-category.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { aUser, type User } from '#tests/factories/a-user.ts';
import { testFormToBusiness } from '#tests/support/form-to-business.ts';
import { found, only } from '#tests/support/found.ts';
import { forgetQueuedMail, queuedMail } from '#tests/support/queued-mail.ts';
import { problemOf, TestBrowser } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';
import { shownPage, testSite } from '#tests/support/test-site.ts';

const database = testDatabase();
let visitor: TestBrowser;
let staff: TestBrowser;
let owner: User;
let bakery: Business;

const browserOf = async (user: User) =>
  new TestBrowser(createApi(testServices(database))).withSession(await aSession(database.db, user.id));

beforeEach(async () => {
  await forgetQueuedMail(database.pool);
  visitor = new TestBrowser(createApi(testServices(database)));
  staff = await browserOf(await aUser(database.db, { role: 'staff', username: 'sam' }));
  owner = await aUser(database.db, { username: 'rosa', email: 'rosa@example.com', emailVerifiedAt: new Date() });
  bakery = await aBusiness(database.db, {
    ...{ slug: 'oak-bakery', name: 'Oak Bakery', description: 'Bread from six on.', address: '1 Oak Street' },
    ...{ phone: '210-555-0110', website: 'https://oak.example.com/', websiteBy: 'staff', ownerId: owner.id },
  });
});

const suggestion = { field: 'phone', right: '210-555-0199', source: 'It says so on the door.', email: '' };
const suggest = (given: object = {}, slug = 'oak-bakery') =>
  visitor.post(`/api/businesses/${slug}/corrections`, { body: { ...suggestion, ...given } });
const open = async () => (await (await staff.get('/api/staff/corrections')).json()) as StaffCorrection[];
const all = async () => (await (await staff.get('/api/staff/corrections?state=all')).json()) as StaffCorrection[];
const read = async () =>
  only(await database.db.select().from(businesses).where(eq(businesses.id, bakery.id)), 'the bakery');
async function suggested(given: object = {}): Promise<string> {
  expect((await suggest(given)).status).toBe(201);
  await forgetQueuedMail(database.pool);
  return found((await open())[0], 'the suggestion').id;
}
const lastMail = async () => (await queuedMail(database.pool)).at(-1)?.text;
const accept = (id: string, body: object = {}) => staff.post(`/api/staff/corrections/${id}/accept`, { body });

describe('a suggested change', () => {
  it('is kept, mailed to the team, and waits in the queue; the listing stays as it is', async () => {
    const response = await suggest({ email: 'ada@example.org' });
    expect([response.status, await response.json()]).toEqual([
      201,
      { message: 'Thank you. We look at it, usually within a day, and correct the listing.' },
    ]);
    expect(await database.db.select().from(corrections)).toMatchObject([
      { businessId: bakery.id, field: 'phone', right: '210-555-0199', email: 'ada@example.org', status: 'waiting' },
    ]);
    const [mail] = await queuedMail(database.pool);
    expect(mail).toMatchObject({
      to: 'hello@oakbend.example',
      subject: 'Suggested change: Oak Bakery: Phone',
      replyTo: { address: 'ada@example.org' },
    });
    expect(mail?.text).toContain('> 210-555-0199');
    expect(await (await staff.get('/api/staff/counts')).json()).toMatchObject({ corrections: 1 });
    expect(await (await staff.get('/api/staff/queue?kind=correction')).json()).toMatchObject([
      {
        kind: 'correction',
        correction: { field: 'phone', before: '210-555-0110', after: '210-555-0199', canTakeOver: true },
      },
    ]);
    expect(await read()).toEqual(bakery);
  });

  it.each([
    [{ field: 'ownerId' }, { field: 'Please choose what is wrong' }],
    [{ field: undefined }, { field: 'Please choose what is wrong' }],
    [{ right: '  ' }, { right: 'Please say what is right' }],
    [{ right: 'x'.repeat(5001) }, { right: 'Please keep it under 5,000 characters' }],
    [{ source: '' }, { source: 'Please say where you know it from' }],
    [{ source: 'x'.repeat(501) }, { source: 'Please keep it under 500 characters' }],
    [{ email: 'nobody' }, { email: 'Please enter a valid email address' }],
  ])('refuses %j', async (given, fields) => {
    expect(await problemOf(await suggest(given))).toMatchObject({ status: 422, code: 'invalid', fields });
    expect(await queuedMail(database.pool)).toEqual([]);
  });

  testFormToBusiness({
    ...{ database, business: () => bakery, call: 'corrections', body: suggestion },
    kept: async () => (await open()).length,
  });

  it('is a plain form without script', async () => {
    const browser = new TestBrowser(testSite(testServices(database)));
    const path = '/business/oak-bakery/suggest-change';
    const refused = await shownPage(await browser.submit(path, { ...suggestion, source: '' }));
    expect(refused).toMatchObject({
      status: 422,
      url: path,
      form: { form: 'correction', values: { right: '210-555-0199' } },
    });
    const response = await browser.submit(path, suggestion);
    expect([response.status, response.headers.get('location')]).toEqual([303, `${path}?sent=correction`]);
    expect(await open()).toHaveLength(1);
  });
});

describe('taken over', () => {
  it('is online at once, in the history, and told to the owner and to who sent it', async () => {
    const id = await suggested({ email: 'ada@example.org' });
    const response = await accept(id);
    expect([response.status, await response.json()]).toMatchObject([
      200,
      { status: 'accepted', before: '210-555-0110', after: '210-555-0199', decided: { by: 'sam' }, canUndo: true },
    ]);
    expect(await (await visitor.get('/api/businesses/oak-bakery')).json()).toMatchObject({ phone: '210-555-0199' });
    const after = await read();
    expect(after).toEqual({
      ...bakery,
      ...{ phone: '210-555-0199', version: 2, updatedAt: after.updatedAt, confirmedAt: after.confirmedAt },
      ...{ nameKey: 'oak bakery', addressKey: after.addressKey },
    });
    expect(after.confirmedAt).not.toBeNull();
    const entries = await database.db.select().from(auditLog).orderBy(desc(auditLog.id));
    expect(entries).toMatchObject([
      { action: 'correction.accepted' },
      { action: 'business.edited', subjectId: bakery.id, data: { phone: ['210-555-0110', '210-555-0199'] } },
    ]);
    const mails = await queuedMail(database.pool);
    expect(mails).toMatchObject([
      { to: 'ada@example.org', subject: 'Thank you: Oak Bakery is corrected' },
      { to: 'rosa@example.com', subject: 'We corrected Oak Bakery' },
    ]);
    expect(mails[1]?.text).toContain('> 210-555-0110');
    expect(mails[1]?.text).toContain('> 210-555-0199');
    expect(await open()).toEqual([]);
    // The list of owners' edits does not show it.
    expect(await (await staff.get('/api/staff/counts')).json()).toMatchObject({ corrections: 0, changes: 0 });
  });

  it('is taken back within 30 seconds: it waits again, the listing says the former, and nobody was told', async () => {
    const before = await read();
    const id = await suggested({ email: 'ada@example.org' });
    expect((await accept(id)).status).toBe(200);
    expect((await staff.post('/api/staff/undo', { body: { subjectId: id } })).status).toBe(200);
    expect((await read()).phone).toBe(before.phone);
    expect(await open()).toMatchObject([{ id, status: 'waiting' }]);
    expect(await queuedMail(database.pool)).toEqual([]);
    expect((await accept(id)).status).toBe(200);
    expect(await queuedMail(database.pool)).toHaveLength(2);
  });

  it.each([
    ['name', 'Oak & Acorn Bakery', { name: 'Oak & Acorn Bakery', slug: 'oak-and-acorn-bakery' }],
    ['description', 'Bread, from seven on now.', { description: 'Bread, from seven on now.' }],
    ['category', 'Shops', { category: 'shops' }],
    ['address', '2 Oak Street', { address: '2 Oak Street' }],
    ['email', 'bread@oak.example.com', { email: 'bread@oak.example.com' }],
    ['website', 'oak-acorn.example.com', { website: 'https://oak-acorn.example.com/' }],
    ['parking', 'Behind the house.', { parking: 'Behind the house.' }],
  ])('writes %s, and its undo puts it back', async (field, right, says) => {
    await aCategory(database.db, { slug: 'shops', name: 'Shops' });
    const before = (await (await visitor.get('/api/businesses/oak-bakery')).json()) as Record<string, unknown>;
    const id = await suggested({ field, right });
    expect((await accept(id)).status).toBe(200);
    const { slug } = await read();
    expect(await (await visitor.get(`/api/businesses/${slug}`)).json()).toMatchObject(says);
    await forgetQueuedMail(database.pool);
    const undone = await staff.post(`/api/staff/corrections/${id}/undo`);
    expect([undone.status, await undone.json()]).toMatchObject([200, { status: 'undone', canUndo: false }]);
    const after = (await (await visitor.get('/api/businesses/oak-bakery')).json()) as Record<string, unknown>;
    expect({ ...after, confirmedAt: null }).toEqual({ ...before, confirmedAt: null });
    expect(await queuedMail(database.pool)).toMatchObject([
      { to: 'rosa@example.com', subject: expect.stringContaining('We put back a change of') },
    ]);
  });

  it('may be bettered by staff, also to nothing', async () => {
    const id = await suggested({ right: 'They have no telephone any more' });
    expect((await accept(id, { value: '' })).status).toBe(200);
    expect((await read()).phone).toBeNull();
    expect(await lastMail()).toMatch(/Phone\. It said:\s+> 210-555-0110\s+It is removed\.\n/);
    const again = await suggested({ right: '+1 (210) 555 01 88, ask for Rosa' });
    expect((await accept(again, { value: '210-555-0188' })).status).toBe(200);
    expect((await read()).phone).toBe('210-555-0188');
    expect(await lastMail()).toMatch(/Phone\. It was empty\.\s+It says now:\s+> 210-555-0188/);
  });

  it.each([
    ['at once', (id: string) => staff.post('/api/staff/undo', { body: { subjectId: id } })],
    ['later', (id: string) => staff.post(`/api/staff/corrections/${id}/undo`)],
  ])('a website that a stranger named proves no claim; put back %s, the former does', async (_, undo) => {
    const id = await suggested({ field: 'website', right: 'https://evil.example.com' });
    expect((await accept(id)).status).toBe(200);
    expect(await read()).toMatchObject({ website: 'https://evil.example.com/', websiteBy: null });
    expect((await undo(id)).status).toBe(200);
    expect((await accept(await suggested({ field: 'website', right: 'oak.example.com' }))).status).toBe(200);
    expect(await read()).toMatchObject({ website: 'https://oak.example.com/', websiteBy: 'staff' });
  });

  it.each([
    ['website', 'They have none any more', expect.stringMatching(/Change it first: write one such as .* or empty/)],
    ['email', 'call them', expect.stringMatching(/This is not an email address\. Change it first/)],
    ['description', 'short', 'Description must be at least 10 characters'],
    ['category', 'Spaceships', 'Category is required'],
    ['parking', 'x'.repeat(201), 'Please keep it under 200 characters'],
  ])('refuses a value that %s does not take', async (field, right, message) => {
    const id = await suggested({ field, right });
    expect(await problemOf(await accept(id))).toMatchObject({ status: 422, message });
    expect(await read()).toEqual(bakery);
    expect(await open()).toHaveLength(1);
  });

  it('leaves a listing alone that has an incomplete field elsewhere', async () => {
    await database.db.update(businesses).set({ description: '', ownerId: null });
    expect((await accept(await suggested())).status).toBe(200);
    expect(await read()).toMatchObject({ description: '', phone: '210-555-0199' });
    expect(await queuedMail(database.pool)).toEqual([]);
  });
});

describe('a decision', () => {
  it('may be to decline, or to have done it by hand', async () => {
    const declined = await suggested();
    const close = (id: string, as: string) => staff.post(`/api/staff/corrections/${id}/close`, { body: { as } });
    expect(await (await close(declined, 'declined')).json()).toMatchObject({ status: 'declined', canTakeOver: false });
    const hours = await suggested({ field: 'hours', right: 'Monday to Friday 9 to 6' });
    expect(await problemOf(await accept(hours))).toMatchObject({ status: 409 });
    expect(await (await close(hours, 'done')).json()).toMatchObject({ status: 'done' });
    expect(await problemOf(await close(hours, 'maybe'))).toMatchObject({ status: 422 });
    expect((await all()).map(({ status }) => status)).toEqual(['done', 'declined']);
    expect(await read()).toEqual(bakery);
    expect(await queuedMail(database.pool)).toEqual([]);
  });

  it('is made once: the second person is told', async () => {
    const id = await suggested();
    const both = await Promise.all([
      accept(id),
      staff.post(`/api/staff/corrections/${id}/close`, { body: { as: 'declined' } }),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await staff.post(`/api/staff/corrections/${crypto.randomUUID()}/undo`)).status).toBe(404);
  });

  it('cannot be undone once the listing says something else', async () => {
    const id = await suggested();
    await accept(id);
    await database.db.update(businesses).set({ phone: '210-555-0155' });
    expect((await all())[0]?.canUndo).toBe(false);
    expect(await problemOf(await staff.post(`/api/staff/corrections/${id}/undo`))).toMatchObject({ status: 409 });
    expect((await read()).phone).toBe('210-555-0155');
  });

  it('is for staff alone', async () => {
    const id = await suggested();
    const path = `/api/staff/corrections/${id}/accept`;
    expect((await visitor.post(path, { body: {} })).status).toBe(401);
    expect((await (await browserOf(owner)).post(path, { body: {} })).status).toBe(403);
    expect(await read()).toEqual(bakery);
  });

  it('goes with the listing into a merge, and is forgotten after 24 months', async () => {
    await suggested();
    const kept = await aBusiness(database.db, { name: 'Kept' });
    const merged = await staff.post(`/api/staff/businesses/${bakery.id}/merge`, { body: { into: kept.id } });
    expect(merged.status).toBe(200);
    const correction = only(await open(), 'suggestion');
    expect(correction.business.id).toBe(kept.id);
    const later = (months: number) => new Date(Date.now() + months * 31 * 86_400_000);
    await sweepCorrections(database.db, later(30));
    expect(await open()).toHaveLength(1);
    await staff.post(`/api/staff/corrections/${correction.id}/close`, { body: { as: 'declined' } });
    await sweepCorrections(database.db, later(23));
    expect(await all()).toHaveLength(1);
    await sweepCorrections(database.db, later(25));
    expect(await all()).toEqual([]);
  });
});

describe('the address of who sent it', () => {
  it('is in the personal download once it is confirmed, and goes with the account', async () => {
    const ada = await aUser(database.db, { email: 'ada@example.org' });
    await suggest({ email: 'Ada@example.org', source: 'Write to ada@example.org' });
    const browser = await browserOf(ada);
    const download = async () =>
      ((await (await browser.get('/api/account/data')).json()) as { corrections: object[] }).corrections;
    await database.db.execute('update users set email_verified_at = null');
    expect(await download()).toEqual([]);
    await database.db.execute('update users set email_verified_at = now()');
    expect(await download()).toMatchObject([{ business: 'Oak Bakery', field: 'phone', right: '210-555-0199' }]);
  });
});
