/** The buyer of a listing sends the facts for it: by the mail's link, or in the browser that paid. */
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { erasePerson } from '#features/leaving/server/erase-person.ts';
import type { StaffOrder } from '#features/listing-orders/staff-contract.ts';
import { businesses, listingOrders, users } from '#server/db/schema/index.ts';
import { aCategory } from '#tests/factories/a-category.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { found } from '#tests/support/found.ts';
import { orderSite } from '#tests/support/order-site.ts';
import { forgetQueuedMail, queuedMail } from '#tests/support/queued-mail.ts';
import { answerOf } from '#tests/support/staff-office.ts';
import { problemOf, type TestBrowser } from '#tests/support/test-browser.ts';

const site = orderSite();
const { visitor, begin, pay, orders, confirm } = site;
const path = '/api/listing-orders/details';
const details = { name: 'Figs', address: '1 Main Street', hours: 'Mon to Fri 9 to 5', about: 'Figs since 1990.' };

async function paid(browser: TestBrowser) {
  await pay(await begin(browser));
  await confirm(browser);
}

/** The proof in the mailed link. */
async function mailedProof(subject: string): Promise<string> {
  const mail = (await queuedMail(site.database.pool)).find((each) => each.subject === subject);
  return found(/listing-details\?order=([\w.-]+)/.exec(mail?.text ?? '')?.[1], `the link in ${subject}`);
}

const read = async (browser: TestBrowser, order = '') => browser.get(`${path}?${new URLSearchParams({ order })}`);
const send = (browser: TestBrowser, body: object) => browser.write('PUT', path, { body });

describe('what a paid listing is to say', () => {
  it('comes with an address where none was given while paying, and the receipt goes there', async () => {
    const payer = visitor();
    await pay(await begin(payer));
    await confirm(payer, { email: '', businessName: '', plan: 'Standard' });
    expect(await answerOf(await read(payer))).toMatchObject({ hasEmail: false });
    expect((await problemOf(await send(payer, { ...details, email: 'ana' }))).fields).toEqual({
      email: 'Please enter a valid email address',
    });
    await forgetQueuedMail(site.database.pool);
    await answerOf(await send(payer, { ...details, email: 'ana@example.com' }));
    await answerOf(await send(payer, { ...details, about: 'Jam.', email: 'eve@example.com' }));
    expect(await answerOf(await read(payer))).toMatchObject({ hasEmail: true, details: { about: 'Jam.' } });
    const mails = await site.mails();
    expect(mails.filter(([to]) => to === 'ana@example.com').map(([, subject]) => subject)).toEqual([
      expect.stringMatching(/receipt/i),
      'We have what you sent about Figs',
      'We have what you sent about Figs',
    ]);
    expect(mails.filter(([to]) => to === 'eve@example.com')).toEqual([]);
  });

  it('has at least one line: an empty form that was sent by a slip begins no work', async () => {
    const payer = visitor();
    await paid(payer);
    for (const empty of [{ name: 'Figs' }, { name: 'Figs', about: ' ', hours: '-', more: 'x' }]) {
      expect(await problemOf(await send(payer, empty))).toMatchObject({
        status: 422,
        fields: { about: 'Please write at least one line: what you do, where you are, or when you are open' },
      });
    }
    expect(await orders()).toMatchObject([{ details: null, detailsSentAt: null }]);
    expect((await send(payer, { name: 'Figs', phone: '210-555-0142' })).status).toBe(200);
  });

  it('is sent by the browser that paid, told to staff, and changed until the listing is set up', async () => {
    const payer = visitor();
    await paid(payer);
    expect(await answerOf(await read(payer))).toEqual({
      ...{
        id: expect.any(String),
        plan: 'standard',
        amountCents: 4900,
        businessName: 'Figs',
        state: 'waits',
        listing: null,
        mayTake: false,
        hasEmail: true,
        receiptTo: 'ana@example.com',
        missing: '',
        details: null,
        sentAt: null,
      },
    });
    await forgetQueuedMail(site.database.pool);
    await answerOf(await send(payer, details));
    await answerOf(await send(payer, details));
    const mails = await queuedMail(site.database.pool);
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      ['hello@oakbend.example', 'What a paid listing is to say'],
      ['ana@example.com', 'We have what you sent about Figs'],
    ]);
    const copied = await mailedProof('We have what you sent about Figs');
    // A mailed link may have been passed on, so it names no address.
    const seen = await answerOf(await read(visitor(), copied));
    expect(seen).toMatchObject({ details: { about: 'Figs since 1990.' }, hasEmail: true, receiptTo: null });
    expect(mails[1]?.text).toMatch(/Figs since 1990\.[\s\S]+\/listing-details\?order=/);
    expect(mails[0]?.text).toContain('Figs since 1990.');
    await answerOf(await send(payer, { ...details, phone: '210-555-0199' }));
    expect(await answerOf(await read(payer))).toMatchObject({
      state: 'waits',
      details: { ...details, phone: '210-555-0199', website: '', kind: '', more: '' },
      sentAt: site.now.toISOString(),
    });
    const user = await aUser(site.database.db, { role: 'staff', username: 'stella' });
    const staff = visitor().withSession(await aSession(site.database.db, user.id));
    const [order] = await answerOf<{ id: string; details: object }[]>(await staff.get('/api/staff/listing-orders'));
    expect(order?.details).toMatchObject({ about: 'Figs since 1990.', phone: '210-555-0199' });
    await answerOf(await staff.write('POST', `/api/staff/listing-orders/${order?.id}/done`, { body: { note: '' } }));
    expect(await answerOf(await read(payer))).toMatchObject({ state: 'set-up' });
    expect((await problemOf(await send(payer, details))).status).toBe(409);
  });

  it('says what is still missing, also on the page that shows it again', async () => {
    const payer = visitor();
    await paid(payer);
    const missing = 'Still missing: the opening hours and a few words about the business.';
    const bare = { name: 'Figs', address: '12 Oak Street', phone: '210-555-0142' };
    const { message } = await answerOf<{ message: string }>(await send(payer, bare));
    expect(message).toContain(missing);
    expect((await answerOf<{ missing: string }>(await read(payer))).missing).toContain(missing);
    const whole = { ...bare, hours: 'Mon to Fri 9 AM to 5 PM', about: 'Figs since 1990.' };
    expect((await answerOf<{ message: string }>(await send(payer, whole))).message).not.toContain('missing');
    expect(await answerOf(await read(payer))).toMatchObject({ missing: '' });
  });

  it('is sent by the link of the mails, by nobody else and not before the payment', async () => {
    const [payer, phone] = [visitor(), visitor()];
    await begin(payer);
    expect((await read(payer)).status).toBe(404);
    expect((await problemOf(await send(payer, details))).code).toBe('not_found');
    await paid(payer);
    const proof = await mailedProof('Your receipt: Standard listing, $49');
    await answerOf(await send(phone, { ...details, order: proof }));
    expect(await answerOf(await read(phone, proof))).toMatchObject({ details: { about: 'Figs since 1990.' } });
    const [order] = await orders();
    const wrong = [`${order?.id}.`, `${order?.id}.${'x'.repeat(43)}`, `${proof}x`, '.', 'x', ''];
    for (const each of wrong) {
      expect((await read(phone, each)).status).toBe(404);
      expect((await send(phone, { ...details, order: each })).status).toBe(404);
    }
  });

  it('begins a listing that waits for review, has no owner, and is the one that is set up', async () => {
    const payer = visitor();
    await paid(payer);
    const { slug } = await aCategory(site.database.db);
    const user = await aUser(site.database.db, { role: 'staff', username: 'stella' });
    const staff = visitor().withSession(await aSession(site.database.db, user.id));
    const [order] = await orders();
    const begin = (category = slug, id = order?.id) =>
      staff.post(`/api/staff/listing-orders/${id}/listing`, { body: { category } });
    await answerOf(
      await send(payer, { ...details, name: 'Figs & Co', phone: '210-555-0199', website: 'no address at all' }),
    );
    expect((await problemOf(await begin('no-such'))).fields).toEqual({ category: 'Category is required' });
    expect((await begin(slug, '0198d3a0-0000-7000-8000-000000000000')).status).toBe(404);
    const { business } = await answerOf<StaffOrder>(await begin());
    expect((await begin()).status).toBe(409);
    const [row] = await site.database.db.select().from(businesses);
    expect(row).toMatchObject({
      ...{ id: business?.id, name: 'Figs & Co', address: '1 Main Street', description: 'Figs since 1990.' },
      ...{ phone: '210-555-0199', website: null, status: 'pending', ownerId: null, submittedById: null },
    });
    const lines = await answerOf<{ kind: string; id: string }[]>(await staff.get('/api/staff/queue?kind=listing'));
    expect(lines).toMatchObject([{ id: business?.id, by: null }]);
    await answerOf(await staff.post(`/api/staff/businesses/${business?.id}/approve`, { body: { version: 1 } }));
    const done = { business: `/business/${business?.slug}`, note: '' };
    const refused = await staff.post(`/api/staff/listing-orders/${order?.id}/done`, { body: done });
    expect(await problemOf(refused)).toMatchObject({
      ...{
        status: 409,
        message: expect.stringContaining('lacks what they sent: the website and the opening hours. It has no'),
      },
    });
    await answerOf(
      await staff.post(`/api/staff/listing-orders/${order?.id}/done`, { body: { ...done, evenSo: true } }),
    );
    expect(await orders()).toMatchObject([{ status: 'handled', businessId: business?.id }]);
    expect((await begin()).status).toBe(409);
  });

  it('is asked for in the receipt where nothing else is mailed', async () => {
    const payer = visitor();
    const intent = await begin(payer);
    await payer.write('PUT', '/api/listing-orders/contact', { body: { email: 'ana@example.com', businessName: '' } });
    await pay(intent);
    await answerOf(await payer.post('/api/listing-orders/settle'));
    expect(await mailedProof('Your receipt: Standard listing, $49')).toContain('.');
  });

  it('goes with the account that sent it, and with its confirmed mailbox', async () => {
    const { db } = site.database;
    const payer = visitor();
    await paid(payer);
    await answerOf(await send(payer, details));
    const wishes = { keepContactEmail: false, leaveNewsletter: true };
    const leftBy = async (wish: { emailVerifiedAt: Date | null }) => {
      const [order] = await orders();
      const user = await aUser(db, { email: order?.email ?? '', ...wish });
      await db.transaction((tx) => erasePerson(tx, user.id, site.services, wishes));
      await db.delete(users).where(eq(users.id, user.id));
      return (await orders())[0]?.details ?? null;
    };
    expect(await leftBy({ emailVerifiedAt: null })).toMatchObject({ name: 'Figs' });
    expect(await leftBy({ emailVerifiedAt: new Date() })).toBeNull();
    expect(await orders()).toMatchObject([{ detailsSentAt: null }]);
    const agency = visitor().withSession(await aSession(db, (await aUser(db)).id));
    await paid(agency);
    await answerOf(await send(agency, details));
    const customer = await aUser(db, { email: 'ana@example.com', emailVerifiedAt: new Date() });
    await db.transaction((tx) => erasePerson(tx, customer.id, site.services, wishes));
    expect((await orders())[1]).toMatchObject({ details: { name: 'Figs' } });
  });

  it('is refused without a name, with too much, and after the money went back', async () => {
    const payer = visitor();
    await paid(payer);
    const empty = await problemOf(await send(payer, { ...details, name: ' ' }));
    expect([empty.status, empty.fields]).toEqual([422, { name: 'Please enter the name' }]);
    const long = await problemOf(await send(payer, { ...details, about: 'a'.repeat(3_001) }));
    expect(long.fields).toEqual({ about: 'Please keep it under 3,000 characters' });
    const [order] = await orders();
    await site.database.db
      .update(listingOrders)
      .set({ status: 'withdrawn' })
      .where(eq(listingOrders.id, order?.id ?? ''));
    expect((await problemOf(await send(payer, details))).status).toBe(409);
    expect(await answerOf(await read(payer))).toMatchObject({ state: 'ended' });
  });
});
