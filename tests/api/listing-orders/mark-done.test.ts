/** *Mark done* names what the listing lacks, can be undone at once, and mails who paid after that. */
import { randomUUID } from 'node:crypto';
import { eq, like } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import type { StaffOrder } from '#features/listing-orders/staff-contract.ts';
import { auditLog, businesses, businessPhotos, users } from '#server/db/schema/index.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aCategory } from '#tests/factories/a-category.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { aUser, type User } from '#tests/factories/a-user.ts';
import { found } from '#tests/support/found.ts';
import { orderSite } from '#tests/support/order-site.ts';
import { answerOf } from '#tests/support/staff-office.ts';
import { problemOf, type TestBrowser } from '#tests/support/test-browser.ts';
import { workOffJobs } from '#tests/support/work-off-jobs.ts';

const site = orderSite();
const { visitor, begin, pay, orders, confirm, database } = site;
let staff: TestBrowser;
let buyer: User;
let id: string;

const details = {
  ...{
    name: 'Figs',
    address: '1 Main Street',
    phone: '210-555-0199',
    website: 'https://figs.example',
    hours: 'Mo-Fr 9-5',
  },
  about: 'Figs since 1990.',
};

beforeEach(async () => {
  staff = await signedIn(await aUser(database.db, { role: 'staff' }));
  buyer = await aUser(database.db, { email: 'maria@example.com', emailVerifiedAt: new Date() });
  const browser = await signedIn(buyer);
  await pay(await begin(browser, { amount: 99, plan: 'premium' }));
  await confirm(browser, { email: buyer.email, businessName: 'Figs', plan: 'Premium' });
  await answerOf(await browser.write('PUT', '/api/listing-orders/details', { body: details }));
  id = found((await orders()).at(-1), 'the order').id;
});

const signedIn = async (user: User) => visitor().withSession(await aSession(database.db, user.id));
const done = (business: string, more: object = {}) =>
  staff.post(`/api/staff/listing-orders/${id}/done`, { body: { business, note: 'Set up', ...more } });
const undo = (subjectId: string) => staff.post('/api/staff/undo', { body: { subjectId } });
const row = async (listing: string) => {
  await workOffJobs(site.services);
  return found((await database.db.select().from(businesses).where(eq(businesses.id, listing)))[0], 'listing');
};
const order = async () => (await orders()).find((one) => one.id === id);
const waitingMail = async () =>
  (
    await database.pool.query(
      `select start_after > created_on + interval '30 seconds' as waits from pgboss.job
       where name = 'send-mail' and data ->> 'to' = $1 and data ->> 'subject' like '%is set up'`,
      [buyer.email],
    )
  ).rows;

async function begun() {
  const { slug } = await aCategory(database.db);
  const { business } = await answerOf<StaffOrder>(
    await staff.post(`/api/staff/listing-orders/${id}/listing`, { body: { category: slug } }),
  );
  const listing = found(business, 'the listing');
  await answerOf(await staff.post(`/api/staff/businesses/${listing.id}/approve`, { body: { version: 1 } }));
  return listing;
}

it('names what the listing lacks of the facts that were sent, and asks once more', async () => {
  const { id: listing, slug } = await begun();
  const said = 'The listing lacks what they sent: the opening hours. It has no pin on the map and no picture.';
  expect(await problemOf(await done(slug))).toMatchObject({ status: 409, message: said, fields: { evenSo: said } });
  expect(await order()).toMatchObject({ status: 'paid', premiumUntil: null });
  await database.db
    .update(businesses)
    .set({ hours: { mon: [['09:00', '17:00']] }, latitude: 29.4, longitude: -98.4 })
    .where(eq(businesses.id, listing));
  expect((await problemOf(await done(slug))).message).toBe('The listing has no picture.');
  await database.db.insert(businessPhotos).values({ businessId: listing, url: '/media/a.webp', position: 0 });
  await answerOf(await done(slug));
  expect(await order()).toMatchObject({ status: 'handled' });
});

it('is not asked about facts that nobody has sent, and takes what staff know', async () => {
  const old = await aBusiness(database.db, { slug: 'old-figs', phone: '', hours: null, latitude: 1, longitude: 1 });
  await database.db.insert(businessPhotos).values({ businessId: old.id, url: '/media/b.webp', position: 0 });
  expect((await problemOf(await done('old-figs'))).message).toMatch(/^The listing lacks what they sent: [^.]*\.$/);
  await answerOf(await done('old-figs', { evenSo: true }));
});

it('mails who paid once the mark cannot be undone any more', async () => {
  const { slug } = await begun();
  await answerOf(await done(slug, { evenSo: true }));
  expect(await waitingMail()).toEqual([{ waits: true }]);
});

it('leaves only the mail about the refund where all is given back before the other has gone; a part leaves both', async () => {
  const { slug } = await begun();
  await answerOf(await done(slug, { evenSo: true }));
  const refund = (more: object) =>
    staff.post(`/api/staff/listing-orders/${id}/refund`, { body: { id: randomUUID(), reason: 'Too slow.', ...more } });
  await answerOf(await refund({ cents: 1000 }));
  expect(await waitingMail()).toHaveLength(1);
  await answerOf(await refund({}));
  expect(await order()).toMatchObject({ status: 'withdrawn' });
  expect(await waitingMail()).toEqual([]);
  expect((await undo(id)).status).toBe(409);
});

it('is undone within 30 seconds: the order waits, nothing is mailed, and it is given to the buyer the next time', async () => {
  const { id: listing, slug } = await begun();
  await answerOf(await done(slug, { evenSo: true }));
  expect(await row(listing)).toMatchObject({ ownerId: buyer.id, premiumExpiresAt: expect.any(Date) });
  await answerOf(await undo(id));
  expect(await order()).toMatchObject({ status: 'paid', handledAt: null, premiumUntil: null, staffNote: '' });
  expect(await row(listing)).toMatchObject({ ownerId: null, premiumExpiresAt: null, status: 'approved' });
  expect(await waitingMail()).toEqual([]);
  const lines = await database.db.select().from(auditLog).where(like(auditLog.action, 'order.%'));
  expect(lines.map(({ action }) => action).toSorted()).toEqual(['order.done', 'order.listing-begun', 'order.undone']);
  expect((await undo(id)).status).toBe(409);
  await answerOf(await done(slug, { evenSo: true }));
  expect(await row(listing)).toMatchObject({ ownerId: buyer.id });
  expect(await waitingMail()).toHaveLength(1);
});

it('is not undone once its time is over, or somebody has the listing', async () => {
  const { id: listing, slug } = await begun();
  await answerOf(await done(slug, { evenSo: true }));
  await database.db.update(businesses).set({ ownerId: null }).where(eq(businesses.id, listing));
  expect((await undo(id)).status).toBe(409);
  await database.db.update(businesses).set({ ownerId: buyer.id }).where(eq(businesses.id, listing));
  site.now = new Date(site.now.getTime() + 36_000);
  expect((await undo(id)).status).toBe(409);
  expect(await order()).toMatchObject({ status: 'handled' });
});

it('holds the approval that it stands on: that is undone after the mark', async () => {
  const { id: listing, slug } = await begun();
  await answerOf(await done(slug, { evenSo: true }));
  const refused = await problemOf(await undo(listing));
  expect(refused).toMatchObject({ status: 409, message: expect.stringContaining('Please undo that first') });
  expect(await row(listing)).toMatchObject({ status: 'approved' });
  await answerOf(await undo(id));
  await answerOf(await undo(listing));
  expect(await row(listing)).toMatchObject({ status: 'pending' });
});

it('names the colleague who has begun the listing or marked the order done', async () => {
  const { slug } = await begun();
  const second = await signedIn(await aUser(database.db, { role: 'staff', username: 'second' }));
  const begin = { body: { category: (await aCategory(database.db)).slug } };
  const path = `/api/staff/listing-orders/${id}`;
  const first = found((await database.db.select().from(users).where(eq(users.role, 'staff')))[0], 'staff').username;
  const refused = await problemOf(await second.post(`${path}/listing`, begin));
  expect(refused).toMatchObject({ status: 409, message: `${first} began its listing just now.` });
  await answerOf(await done(slug, { evenSo: true }));
  const late = await problemOf(await second.post(`${path}/done`, { body: { business: slug, note: '', evenSo: true } }));
  expect(late).toMatchObject({ status: 409, message: `${first} marked this order done just now.` });
});
