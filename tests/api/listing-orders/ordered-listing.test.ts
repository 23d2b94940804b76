/** The listing that staff make for an order goes to who paid, and no other listing does. */
import { eq } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { makeLinkToken } from '#features/accounts/server/link-tokens.ts';
import type { QueueItem, StaffBusiness } from '#features/approvals/contract.ts';
import { giveToConfirmed } from '#features/listing-orders/server/ordered-listing.ts';
import { ordersFollow } from '#features/listing-orders/server/own-orders.ts';
import type { StaffOrder } from '#features/listing-orders/staff-contract.ts';
import { auditLog, businesses, listingOrders, users } from '#server/db/schema/index.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aCategory } from '#tests/factories/a-category.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { aUser, type User } from '#tests/factories/a-user.ts';
import { found } from '#tests/support/found.ts';
import { orderSite } from '#tests/support/order-site.ts';
import { forgetQueuedMail, queuedMail } from '#tests/support/queued-mail.ts';
import { answerOf } from '#tests/support/staff-office.ts';
import { problemOf, type TestBrowser } from '#tests/support/test-browser.ts';
import { workOffJobs } from '#tests/support/work-off-jobs.ts';

const site = orderSite();
const { visitor, begin, pay, orders, confirm, database } = site;
let staff: TestBrowser;
beforeEach(async () => {
  const stella = await aUser(database.db, { role: 'staff', username: 'stella' });
  staff = visitor().withSession(await aSession(database.db, stella.id));
});

const signedIn = async (user: User) => visitor().withSession(await aSession(database.db, user.id));
const confirmed = (email: string) => aUser(database.db, { email, emailVerifiedAt: new Date() });
const take = (browser: TestBrowser, order: string) => browser.post('/api/listing-orders/listing', { body: { order } });
const read = async (browser: TestBrowser, order: string) =>
  answerOf<{ mayTake: boolean; listing: object | null }>(
    await browser.get(`/api/listing-orders/details?${new URLSearchParams({ order })}`),
  );
const ownerOf = async (id: string | undefined) =>
  (
    await database.db
      .select()
      .from(businesses)
      .where(eq(businesses.id, id ?? ''))
  )[0]?.ownerId;

async function paid(browser: TestBrowser): Promise<string> {
  await pay(await begin(browser));
  await confirm(browser);
  const body = { name: 'Figs', about: 'Figs since 1990.' };
  await answerOf(await browser.write('PUT', '/api/listing-orders/details', { body }));
  return found((await orders()).at(-1), 'the order').id;
}

/** Staff begin the listing, approve it, and mark the order done. Returns the listing's id, and the link of the mail. */
async function setUp(id: string): Promise<{ listing: string; mail: string; proof: string }> {
  const { slug } = await aCategory(database.db);
  const { business } = await answerOf<StaffOrder>(
    await staff.post(`/api/staff/listing-orders/${id}/listing`, { body: { category: slug } }),
  );
  const listing = found(business, 'the listing');
  await answerOf(await staff.post(`/api/staff/businesses/${listing.id}/approve`, { body: { version: 1 } }));
  await forgetQueuedMail(database.pool);
  const body = { business: `/business/${listing.slug}`, note: '', evenSo: true };
  await answerOf(await staff.post(`/api/staff/listing-orders/${id}/done`, { body }));
  const text = (await queuedMail(database.pool)).at(-1)?.text ?? '';
  return { listing: listing.id, mail: text, proof: /listing-details\?order=([\w.-]+)/.exec(text)?.[1] ?? '' };
}

it('belongs to the account that paid, as soon as it is set up; until then the order stands on its dashboard', async () => {
  const maria = await aUser(database.db, { email: 'maria@example.com', emailVerifiedAt: null });
  const browser = await signedIn(maria);
  const id = await paid(browser);
  expect(await answerOf(await browser.get('/api/user/listing-orders'))).toMatchObject([
    { id, businessName: 'Figs', isSent: true, order: expect.stringContaining(id) },
  ]);
  expect(
    await answerOf(await (await signedIn(await confirmed('eve@example.com'))).get('/api/user/listing-orders')),
  ).toEqual([]);
  const { listing, mail } = await setUp(id);
  expect(await ownerOf(listing)).toBe(maria.id);
  expect(mail).toContain('It is in your account');
  expect(mail).not.toContain('make it yours');
  expect(await answerOf(await browser.get('/api/user/listing-orders'))).toEqual([]);
  const [noted] = await database.db.select().from(auditLog).where(eq(auditLog.action, 'business.owner-changed'));
  expect(noted).toMatchObject({ subjectId: listing, data: { ownerId: [null, maria.id], order: id } });
});

it('belongs to the account of the confirmed mailbox that paid, and to no unconfirmed one', async () => {
  const ana = await aUser(database.db, { email: 'ANA@example.com', emailVerifiedAt: null });
  const first = await setUp(await paid(visitor()));
  expect(await ownerOf(first.listing)).toBeNull();
  await database.db.update(users).set({ emailVerifiedAt: new Date() }).where(eq(users.id, ana.id));
  expect(await ownerOf((await setUp(await paid(visitor()))).listing)).toBe(ana.id);
});

it('is taken by the link of the mail, once, with a confirmed mailbox', async () => {
  const { listing, mail, proof } = await setUp(await paid(visitor()));
  expect(mail).toMatch(/make it yours\. That costs\s+nothing more\./);
  expect(await read(visitor(), proof)).toMatchObject({ mayTake: true, listing: { name: 'Figs' } });
  const bea = await confirmed('bea@example.com');
  expect((await take(visitor(), proof)).status).toBe(401);
  expect((await take(await signedIn(bea), `${proof}x`)).status).toBe(404);
  const unconfirmed = await aUser(database.db, { emailVerifiedAt: null });
  expect((await problemOf(await take(await signedIn(unconfirmed), proof))).message).toContain('confirm your email');
  const browser = await signedIn(bea);
  for (let count = 0; count < 2; count++) {
    expect(await answerOf(await take(browser, proof))).toEqual({ message: 'Figs is yours now.' });
  }
  expect(await ownerOf(listing)).toBe(bea.id);
  const told = (await site.mails()).filter(([, subject]) => subject === 'Figs is in an account now');
  expect(told).toEqual([['ana@example.com', 'Figs is in an account now']]);
  expect(await read(visitor(), proof)).toMatchObject({ mayTake: false });
  const eve = await confirmed('eve@example.com');
  expect((await take(await signedIn(eve), proof)).status).toBe(409);
  expect(await ownerOf(listing)).toBe(bea.id);
});

it('is not given away where it was there before the payment, is claimed, or went back', async () => {
  const old = await aBusiness(database.db, { name: 'Figs', slug: 'old-figs', createdAt: new Date('2026-01-01') });
  const maria = await aUser(database.db);
  const id = await paid(await signedIn(maria));
  const body = { business: '/business/old-figs', note: '', evenSo: true };
  await answerOf(await staff.post(`/api/staff/listing-orders/${id}/done`, { body }));
  expect(await ownerOf(old.id)).toBeNull();
  const { listing, proof } = await setUp(await paid(visitor()));
  await database.db.update(listingOrders).set({ status: 'withdrawn' }).where(eq(listingOrders.businessId, listing));
  expect(await read(visitor(), proof)).toMatchObject({ mayTake: false });
  expect((await take(await signedIn(await confirmed('bea@example.com')), proof)).status).toBe(409);
});

it('stays with staff once it was given and taken away, and is not given while it is hidden', async () => {
  const { listing, proof } = await setUp(await paid(visitor()));
  const bea = await signedIn(await confirmed('bea@example.com'));
  const isListing = eq(businesses.id, listing);
  await database.db.update(businesses).set({ status: 'hidden' }).where(isListing);
  expect((await take(bea, proof)).status).toBe(409);
  await database.db.update(businesses).set({ status: 'approved' }).where(isListing);
  await answerOf(await take(bea, proof));
  const body = { email: '', reason: 'It is not theirs.' };
  await answerOf(await staff.write('PUT', `/api/staff/businesses/${listing}/owner`, { body }));
  expect(await ownerOf(listing)).toBeNull();
  expect(await read(visitor(), proof)).toMatchObject({ mayTake: false });
  for (const browser of [bea, await signedIn(await confirmed('eve@example.com'))]) {
    expect((await take(browser, proof)).status).toBe(409);
  }
  expect(await ownerOf(listing)).toBeNull();
});

it('goes to who confirms the mailbox that paid, later', async () => {
  const { listing } = await setUp(await paid(visitor()));
  const eve = await confirmed('eve@example.com');
  const ana = await aUser(database.db, { email: 'Ana@example.com', emailVerifiedAt: null });
  for (const { id } of [eve, ana]) await giveToConfirmed(id, site.services);
  expect(await ownerOf(listing)).toBeNull();
  await database.db.update(users).set({ emailVerifiedAt: new Date() }).where(eq(users.id, ana.id));
  for (let count = 0; count < 2; count++) await giveToConfirmed(ana.id, site.services);
  expect(await ownerOf(listing)).toBe(ana.id);
});

it('goes to who confirms that mailbox by a link for a new password', async () => {
  const { listing } = await setUp(await paid(visitor()));
  const ana = await aUser(database.db, { email: 'ana@example.com', emailVerifiedAt: null });
  const reset = async (mailedTo: string) => {
    const link = { userId: ana.id, purpose: 'reset-password', now: site.now, data: { mailedTo } } as const;
    const body = { token: await makeLinkToken(database.db, link), password: 'a quite new password' };
    expect((await visitor().post('/api/auth/password-reset', { body })).status).toBe(200);
    await workOffJobs(site.services);
  };
  await reset('ana@example.net');
  expect(await ownerOf(listing)).toBeNull();
  await reset('ana@example.com');
  expect(await ownerOf(listing)).toBe(ana.id);
});

it('follows the account of its mailbox to a new one', async () => {
  const id = await paid(visitor());
  const ana = await confirmed('ana@example.com');
  await database.db.update(users).set({ email: 'ana@example.org' }).where(eq(users.id, ana.id));
  await ordersFollow(database.db, 'Ana@example.com', { id: ana.id, email: 'ana@example.org' });
  expect(await orders()).toMatchObject([{ id, userId: ana.id, email: 'ana@example.org' }]);
  const { listing, mail } = await setUp(id);
  expect(await ownerOf(listing)).toBe(ana.id);
  expect(mail).toContain('It is in your account');
});

it('stands in the queue with what was paid and by whom, and once the order is given back, with that', async () => {
  const id = await paid(visitor());
  const { slug } = await aCategory(database.db);
  await answerOf(await staff.post(`/api/staff/listing-orders/${id}/listing`, { body: { category: slug } }));
  const lines = async () =>
    (await answerOf<QueueItem[]>(await staff.get('/api/staff/queue?kind=listing'))).flatMap((item) =>
      item.kind === 'listing' ? [[item.name, item.by, item.isSenderDeleted, item.order] as const] : [],
    );
  const [order] = await orders();
  const paidFor = {
    id,
    cents: 4900,
    email: 'ana@example.com',
    paidAt: order?.paidAt?.toISOString(),
    isOpen: true,
    ended: null,
    ...{ paidCents: 4900, backCents: 0, isNews: false },
    details: expect.objectContaining({ name: 'Figs', about: 'Figs since 1990.' }),
  };
  expect(await lines()).toEqual([['Figs', null, false, paidFor]]);
  const whole = await answerOf<StaffBusiness>(await staff.get(`/api/staff/businesses/${order?.businessId}`));
  expect([whole.submitter, whole.order]).toEqual([null, paidFor]);

  const refunds = [{ id: 're_1', at: new Date().toISOString(), cents: 1900 }];
  await database.db.update(listingOrders).set({ refunds });
  expect((await lines())[0]?.[3]).toMatchObject({ cents: 3000 });
  await database.db.update(listingOrders).set({ status: 'withdrawn' });
  expect((await lines())[0]?.[3]).toMatchObject({ cents: 4900, isOpen: false, ended: { at: null, by: null } });
});
