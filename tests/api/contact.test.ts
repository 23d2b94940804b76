import { beforeEach, describe, expect, it } from 'vitest';
import { createApi } from '#app/api/api.ts';
import { composeContactMessage } from '#features/contact/contract.ts';
import { businessSlugs, contactMessages, reports } from '#server/db/schema/index.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { ordinaryAddresses } from '#tests/support/ordinary-addresses.ts';
import { forgetQueuedMail, queuedMail } from '#tests/support/queued-mail.ts';
import { problemOf, TestBrowser } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';

const database = testDatabase();
let browser: TestBrowser;
beforeEach(async () => {
  await forgetQueuedMail(database.pool);
  browser = new TestBrowser(createApi(testServices(database)));
});

const form = {
  name: 'Ada Oakley',
  email: 'ada@example.com',
  subject: 'A new bakery',
  message: 'There is a new bakery on Oak Street.',
};

describe('a message to the team', () => {
  it('is kept and mailed to them, to be answered to the sender', async () => {
    const body = composeContactMessage(form);
    const response = await browser.post('/api/contact', { body });
    expect([response.status, await response.json()]).toEqual([
      200,
      { message: "Thank you for contacting us. We'll get back to you soon!" },
    ]);
    expect(await database.db.select().from(contactMessages)).toMatchObject([body]);
    const [mail] = await queuedMail(database.pool);
    expect(mail).toMatchObject({
      to: 'hello@oakbend.example',
      subject: 'Ada Oakley: A new bakery',
      replyTo: { name: 'Ada Oakley', address: 'ada@example.com' },
    });
    expect(mail?.text).toContain('> Subject: A new bakery\n> Phone: Not provided\n>\n> There is a new bakery');
  });

  it.each([
    [{ name: 'A' }, { name: 'Name must be at least 2 characters' }],
    [{ name: ' A ' }, { name: 'Name must be at least 2 characters' }],
    [{ name: undefined }, { name: 'Name must be at least 2 characters' }],
    [{ email: 'nobody' }, { email: 'Please enter a valid email address' }],
    [{ email: '"><script>@b.co' }, { email: 'Please enter a valid email address' }],
    [{ email: ['a@b.cc'] }, { email: 'Please enter a valid email address' }],
    [{ message: null }, { message: 'Message must be at least 10 characters' }],
    [{ message: 'Too short' }, { message: 'Message must be at least 10 characters' }],
    [{ message: 'x'.repeat(5401) }, { message: 'Message must be at most 5,000 characters' }],
  ])('refuses %j', async (given, fields) => {
    const response = await browser.post('/api/contact', { body: { ...composeContactMessage(form), ...given } });
    expect(await problemOf(response)).toMatchObject({ status: 422, code: 'invalid', fields });
    expect(await database.db.select().from(contactMessages)).toEqual([]);
    expect(await queuedMail(database.pool)).toEqual([]);
  });

  it.each(ordinaryAddresses)('takes one from %s', async (email) => {
    expect((await browser.post('/api/contact', { body: { ...composeContactMessage(form), email } })).status).toBe(200);
    expect((await queuedMail(database.pool))[0]?.replyTo?.address).toBe(email);
  });

  it('cannot put anything into the head of the mail', async () => {
    const body = { ...composeContactMessage(form), name: 'Ada\r\nBcc: victim@example.org' };
    expect((await browser.post('/api/contact', { body })).status).toBe(200);
    expect((await queuedMail(database.pool))[0]?.subject).toBe('Ada Bcc: victim@example.org: A new bakery');
  });

  it('takes any writing, and what no mail can carry', async () => {
    const message = 'Grüße \u{1f333} \ud800 \u0000 مرحبا\u2028 <script>alert(1)</script>';
    const response = await browser.post('/api/contact', { body: { name: 'Žofie', email: 'z@example.com', message } });
    expect(response.status).toBe(200);
    const [mail] = await queuedMail(database.pool);
    expect(mail?.html).toContain('&#60;script&#62;');
  });
});

describe('a report about a business', () => {
  const report = { reason: 'closed', text: 'Boarded up since May.', email: 'ada@example.com' };

  it('is kept and mailed to the team', async () => {
    const business = await aBusiness(database.db, { name: 'Acorn Café', slug: 'acorn-cafe' });
    const response = await browser.post('/api/businesses/acorn-cafe/reports', { body: report });
    expect([response.status, await response.json()]).toEqual([201, { message: 'Thank you. We will look into it.' }]);
    expect(await database.db.select().from(reports)).toMatchObject([{ businessId: business.id, ...report }]);
    const [mail] = await queuedMail(database.pool);
    expect(mail).toMatchObject({
      to: 'hello@oakbend.example',
      subject: 'Report: Acorn Café: It has closed',
      replyTo: { address: 'ada@example.com' },
    });
    expect(mail?.text).toContain('http://oakbend.example/business/acorn-cafe');
  });

  it('needs neither text nor address, and finds a business by its former slug', async () => {
    const business = await aBusiness(database.db, { slug: 'acorn-cafe' });
    await database.db.insert(businessSlugs).values({ slug: 'acorn', businessId: business.id });
    const response = await browser.post('/api/businesses/acorn/reports', { body: { reason: 'other', email: '' } });
    expect(response.status).toBe(201);
    expect(await database.db.select().from(reports)).toMatchObject([{ reason: 'other', text: '', email: null }]);
  });

  it.each([
    [{ reason: 'ugly' }, { reason: 'Please choose a reason' }],
    [{ reason: undefined }, { reason: 'Please choose a reason' }],
    [{ email: 'nobody' }, { email: 'Please enter a valid email address' }],
    [{ text: 'x'.repeat(2001) }, { text: 'Please keep it under 2,000 characters' }],
  ])('refuses %j', async (given, fields) => {
    await aBusiness(database.db, { slug: 'acorn-cafe' });
    const response = await browser.post('/api/businesses/acorn-cafe/reports', { body: { ...report, ...given } });
    expect(await problemOf(response)).toMatchObject({ status: 422, code: 'invalid', fields });
  });

  it('knows no business that the public does not see', async () => {
    await aBusiness(database.db, { slug: 'acorn-cafe', status: 'pending' });
    for (const slug of ['acorn-cafe', 'nothing-here', 'x'.repeat(300), '%00', '%ff']) {
      const response = await browser.post(`/api/businesses/${slug}/reports`, { body: report });
      expect((await problemOf(response)).status, slug).toBe(404);
    }
  });
});
