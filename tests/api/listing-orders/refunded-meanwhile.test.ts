/** An order is refunded while its listing was begun: the listing keeps its history, and who comes second reads who was first. */
import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import type { QueueItem, StaffBusiness } from '#features/approvals/contract.ts';
import type { StaffOrder } from '#features/listing-orders/staff-contract.ts';
import { aCategory } from '#tests/factories/a-category.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { aUser, type User } from '#tests/factories/a-user.ts';
import { found, only } from '#tests/support/found.ts';
import { orderSite } from '#tests/support/order-site.ts';
import { answerOf } from '#tests/support/staff-office.ts';
import { problemOf, type TestBrowser } from '#tests/support/test-browser.ts';

const { visitor, begin, pay, orders, confirm, database } = orderSite();
let staff: TestBrowser;
let bens: TestBrowser;
let id: string;

const signedIn = async (user: User) => visitor().withSession(await aSession(database.db, user.id));

beforeEach(async () => {
  staff = await signedIn(await aUser(database.db, { role: 'staff' }));
  bens = await signedIn(await aUser(database.db, { role: 'staff', username: 'ben' }));
  const buyer = visitor();
  await pay(await begin(buyer, { amount: 49, plan: 'standard' }));
  await confirm(buyer, { email: 'paula@example.com', businessName: 'Paula Pottery', plan: 'Standard' });
  id = found((await orders()).at(-1), 'the order').id;
});

const path = () => `/api/staff/listing-orders/${id}`;
const begun = async () => {
  const { slug } = await aCategory(database.db);
  const { business } = await answerOf<StaffOrder>(await staff.post(`${path()}/listing`, { body: { category: slug } }));
  return found(business, 'the listing');
};
const refund = async (more: object = {}) =>
  answerOf(await bens.post(`${path()}/refund`, { body: { id: randomUUID(), reason: 'No room.', ...more } }));
const done = async (body: object) => problemOf(await staff.post(`${path()}/done`, { body: { note: '', ...body } }));

it('the listing says that it was begun from it, and who refunded it', async () => {
  const { id: listing } = await begun();
  const paid = async () => (await answerOf<StaffBusiness>(await staff.get(`/api/staff/businesses/${listing}`))).order;
  await refund({ cents: 1000 });
  expect(await paid()).toMatchObject({ cents: 3900, isOpen: true, ended: null });
  await refund();
  const ended = { at: expect.stringMatching(/T/), by: 'ben', isDisputed: false };
  expect(await paid()).toMatchObject({ id, cents: 4900, email: 'paula@example.com', isOpen: false, ended });
  const line = only(await answerOf<QueueItem[]>(await staff.get(`/api/staff/queue?id=${listing}`)), 'line');
  expect(line).toMatchObject({ kind: 'listing', order: { ended } });
});

it('together with others it is not approved unseen while it is empty', async () => {
  const { id: listing } = await begun();
  await refund();
  const body = { listings: [{ id: listing, version: 1 }] };
  expect(await answerOf(await staff.post('/api/staff/queue/approve', { body }))).toMatchObject({
    done: [],
    refused: [{ id: listing, why: 'Paula Pottery has no address and no description yet.', waits: true }],
  });
});

it('a mark that comes after the refund reads who refunded it, with a listing begun or not', async () => {
  const refused = { status: 409, message: 'ben refunded this order just now. Nothing is due for it any more.' };
  const { slug } = await begun();
  await refund();
  expect(await done({ business: `/business/${slug}` })).toMatchObject(refused);
  expect(await done({ business: '' })).toMatchObject(refused);
  expect(await problemOf(await staff.post(`${path()}/listing`, { body: { category: 'any' } }))).toMatchObject(refused);
});

it('is refused with who and when where its listing was begun, finished or deleted since the question', async () => {
  const seen = { status: 'paid', business: null } as const;
  const ask = (more: object) =>
    bens.post(`${path()}/refund`, { body: { id: randomUUID(), reason: 'No room.', ...more } });
  const { id: listing, name } = await begun();
  const sams = await signedIn(await aUser(database.db, { role: 'staff', username: 'sam' }));
  expect(await problemOf(await ask({ seen }))).toMatchObject({
    status: 409,
    message: expect.stringMatching(
      new RegExp(`^\\S+ began the listing of this order, ${name}, just now\\. Please look at it, then ask again\\.$`),
    ),
  });
  await answerOf(await sams.post(`${path()}/done`, { body: { note: '', evenSo: true } }));
  expect(await problemOf(await ask({ seen: { ...seen, business: listing } }))).toMatchObject({
    status: 409,
    message: 'sam marked this order done just now. Please look at it, then ask again.',
  });
  await database.pool.query('update listing_orders set business_id = null where id = $1', [id]);
  expect(await problemOf(await ask({ seen: { status: 'handled', business: listing } }))).toMatchObject({
    status: 409,
    message: expect.stringContaining('is not there any more'),
  });
  const form = { id: randomUUID(), seen: { status: 'handled', business: null } };
  expect((await ask(form)).status).toBe(200);
  // The same form once more is the same refund, whatever has happened since.
  expect((await ask({ ...form, seen })).status).toBe(200);
});
