/** The buyer's words come after staff have begun the listing: they reach it by one button, and nothing of staff's is lost. */
import { eq } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import type { QueueItem, StaffBusiness } from '#features/approvals/contract.ts';
import type { StaffOrder } from '#features/listing-orders/staff-contract.ts';
import { businesses, listingOrders } from '#server/db/schema/index.ts';
import { orderNumber } from '#shared/order-number.ts';
import { aCategory } from '#tests/factories/a-category.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { found } from '#tests/support/found.ts';
import { orderSite } from '#tests/support/order-site.ts';
import { queuedMail } from '#tests/support/queued-mail.ts';
import { answerOf } from '#tests/support/staff-office.ts';
import { problemOf, type TestBrowser } from '#tests/support/test-browser.ts';

const { visitor, begin, pay, orders, confirm, database } = orderSite();
let staff: TestBrowser;
let buyer: TestBrowser;
let order: string;
let listing: string;
const sent = {
  name: 'Fig & Ladder',
  address: '12 Oak Street',
  phone: '(210) 555-0142',
  about: 'Figs, and all about figs.',
};

/** Paid, and begun by staff from the name alone. */
beforeEach(async () => {
  const stella = await aUser(database.db, { role: 'staff', username: 'stella' });
  staff = visitor().withSession(await aSession(database.db, stella.id));
  buyer = visitor();
  await pay(await begin(buyer));
  await confirm(buyer);
  order = found((await orders()).at(-1), 'the order').id;
  await database.db.update(listingOrders).set({ businessName: 'Fig & Ladder' });
  const { slug } = await aCategory(database.db);
  const begun = await answerOf<StaffOrder>(
    await staff.post(`/api/staff/listing-orders/${order}/listing`, { body: { category: slug } }),
  );
  listing = found(begun.business, 'the listing').id;
});

const send = async (more: object = {}) =>
  answerOf(await buyer.write('PUT', '/api/listing-orders/details', { body: { ...sent, ...more } }));
const look = async () => answerOf<StaffBusiness>(await staff.get(`/api/staff/businesses/${listing}`));
const row = async () => found((await database.db.select().from(businesses))[0], 'the listing');
const takeOver = (body: object) => staff.post(`/api/staff/listing-orders/${order}/take-over`, { body });
const line = async () => {
  const items = await answerOf<QueueItem[]>(await staff.get('/api/staff/queue?kind=listing'));
  const item = items.find(({ id }) => id === listing);
  return item?.kind === 'listing' ? item.order : null;
};

it('fills what is empty, leaves what staff wrote, and replaces what they choose', async () => {
  await database.db.update(businesses).set({ phone: '(210) 555-0777', updatedAt: new Date('2026-01-01') });
  expect((await line())?.isNews).toBe(false);
  await send();
  expect((await look()).order?.details).toMatchObject(sent);
  expect((await line())?.isNews).toBe(true);
  const { version } = await row();
  await answerOf(await takeOver({ version }));
  expect(await row()).toMatchObject({ address: sent.address, description: sent.about, phone: '(210) 555-0777' });
  expect((await line())?.isNews).toBe(false);
  expect(await problemOf(await takeOver({ version }))).toMatchObject({ status: 409 });
  await answerOf(await takeOver({ version: version + 1, replace: ['phone'] }));
  expect(await row()).toMatchObject({ phone: sent.phone, websiteBy: 'owner', version: version + 2 });
  expect(await problemOf(await takeOver({ version: version + 2 }))).toMatchObject({
    status: 409,
    message: 'The listing has all of it, or says something else there.',
  });
});

it('is refused before anything was sent, and once the order is done', async () => {
  expect((await takeOver({ version: 1 })).status).toBe(409);
  await send();
  await database.db.update(listingOrders).set({ status: 'handled', handledAt: new Date() });
  expect((await takeOver({ version: 1 })).status).toBe(409);
  expect((await row()).address).toBe('');
});

it('tells staff that the listing does not have it yet, and leads there', async () => {
  await send();
  const mail = (await queuedMail(database.pool)).find(({ subject }) => subject === 'What a paid listing is to say');
  expect(mail?.text).toContain(`/staff/businesses/${listing}`);
  expect(mail?.text).toContain('Take over what they sent');
  expect(mail?.text).toContain(orderNumber(order));
  expect(mail?.text).not.toContain(order);
});

it('is not done while the listing waits: the refusal names it, and where it is', async () => {
  const { slug, name } = await row();
  const refused = await problemOf(
    await staff.post(`/api/staff/listing-orders/${order}/done`, { body: { business: slug, note: '' } }),
  );
  expect(refused).toMatchObject({ status: 422, fields: { listing, business: expect.stringContaining(name) } });
});

it('has one sum with what went back, on the listing as in the queue', async () => {
  const refunds = [{ id: order, at: new Date().toISOString(), cents: 2000 }];
  await database.db.update(listingOrders).set({ refunds }).where(eq(listingOrders.id, order));
  const [{ amountCents } = { amountCents: 0 }] = await orders();
  expect((await look()).order).toMatchObject({ paidCents: amountCents, backCents: 2000, cents: amountCents - 2000 });
});
