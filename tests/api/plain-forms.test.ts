import { beforeEach, describe, expect, it } from 'vitest';
import { contactMessages, newsletterSubscribers, reports } from '#server/db/schema/index.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { forgetQueuedMail, queuedMail } from '#tests/support/queued-mail.ts';
import { TestBrowser } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';
import { shownPage, testSite } from '#tests/support/test-site.ts';
import { workOffJobs } from '#tests/support/work-off-jobs.ts';

const database = testDatabase();
let browser: TestBrowser;
beforeEach(async () => {
  await forgetQueuedMail(database.pool);
  browser = new TestBrowser(testSite(testServices(database)));
});

const message = {
  name: 'Ada Oakley',
  email: 'ada@example.com',
  phone: '',
  subject: 'A new bakery',
  message: 'There is a new bakery on Oak Street.',
};

describe('the contact form', () => {
  it('does what the page with script does, and leads to the page that says so', async () => {
    const response = await browser.submit('/contact', message);
    expect([response.status, response.headers.get('location')]).toEqual([303, '/contact?sent=1']);
    expect(response.headers.get('cache-control')).toBe('no-store');
    const [stored] = await database.db.select().from(contactMessages);
    expect(stored?.message).toBe(`Subject: A new bakery\nPhone: Not provided\n\n${message.message}`);
  });

  it('shows the page again with everything typed and each mistake', async () => {
    const typed = { ...message, name: 'A', subject: '<b>', message: 'short', extra: 'dropped' };
    const response = await browser.submit('/contact', typed);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('x-content-tags')).toBeNull();
    const { extra: _, ...values } = typed;
    expect(await shownPage(response)).toEqual({
      status: 422,
      url: '/contact',
      form: {
        form: 'contact',
        done: false,
        message:
          'Name must be at least 2 characters. Subject must be at least 5 characters. Message must be at least 10 characters.',
        fields: {
          name: 'Name must be at least 2 characters',
          subject: 'Subject must be at least 5 characters',
          message: 'Message must be at least 10 characters',
        },
        values,
      },
    });
    expect(await database.db.select().from(contactMessages)).toEqual([]);
  });

  it('shares its limit with the API', async () => {
    for (let i = 0; i < 20; i++)
      expect((await browser.submit('/contact', { ...message, phone: String(i) })).status).toBe(303);
    const response = await browser.submit('/contact', message);
    expect(response.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(await shownPage(response)).toMatchObject({ status: 429, form: { done: false, values: message } });
  });

  it.each([
    [{ Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' }, 403],
    [{ Origin: 'null', 'Sec-Fetch-Site': 'cross-site' }, 403],
    [{ 'Content-Type': 'text/plain' }, 415],
    [{ 'Content-Type': 'multipart/form-data; boundary=x' }, 415],
  ])('refuses what comes with %j: %i', async (headers, status) => {
    const response = await browser.submit('/contact', message, headers as Record<string, string>);
    expect(await shownPage(response)).toMatchObject({ status, form: { done: false } });
    expect(await database.db.select().from(contactMessages)).toEqual([]);
  });

  it('refuses more than 64 kB', async () => {
    const response = await browser.submit('/contact', { ...message, message: 'x'.repeat(70_000) });
    expect(await shownPage(response)).toMatchObject({ status: 413, form: { done: false, values: {} } });
  });
});

describe('the newsletter box', () => {
  it('leads back to the page it stood on', async () => {
    const referer = 'http://oakbend.example/news?page=2&sent=1';
    const response = await browser.submit('/newsletter', { email: 'ada@example.com' }, { Referer: referer });
    expect([response.status, response.headers.get('location')]).toEqual([303, '/news?page=2&sent=newsletter']);
    await workOffJobs(testServices(database));
    expect(await database.db.select().from(newsletterSubscribers)).toHaveLength(1);
    expect(await shownPage(await browser.get('/news?page=2&sent=newsletter'))).toMatchObject({
      form: { form: 'newsletter', done: true, message: "You've been successfully subscribed to our newsletter." },
    });
  });

  it.each([
    undefined,
    'https://evil.example/news',
    'http://oakbend.example//evil.example/',
    'http://oakbend.example/\\evil.example/',
    'nonsense',
  ])('leads home from %s', async (referer) => {
    const headers = referer === undefined ? {} : { Referer: referer };
    const response = await browser.submit('/newsletter', { email: 'ada@example.com' }, headers);
    expect(response.headers.get('location')).toBe('/?sent=newsletter');
  });

  it('shows that page again for a refused address', async () => {
    const headers = { Referer: 'http://oakbend.example/directory?search=tacos' };
    const response = await browser.submit('/newsletter', { email: 'ada@' }, headers);
    expect(await shownPage(response)).toEqual({
      status: 422,
      url: '/directory?search=tacos',
      form: {
        form: 'newsletter',
        done: false,
        message: 'Please enter a valid email address.',
        fields: { email: 'Please enter a valid email address.' },
        values: { email: 'ada@' },
      },
    });
  });
});

describe('the report form', () => {
  it('stores a report and leads back to the business', async () => {
    await aBusiness(database.db, { slug: 'acorn-cafe' });
    const response = await browser.submit('/business/acorn-cafe/report', { reason: 'closed', text: '', email: '' });
    expect([response.status, response.headers.get('location')]).toEqual([303, '/business/acorn-cafe?sent=report']);
    expect(await database.db.select().from(reports)).toMatchObject([{ reason: 'closed', email: null }]);
  });

  it('shows the business again when no reason is chosen', async () => {
    await aBusiness(database.db, { slug: 'acorn-cafe' });
    const response = await browser.submit('/business/acorn-cafe/report', { text: 'Hm' });
    expect(await shownPage(response)).toMatchObject({
      status: 422,
      url: '/business/acorn-cafe',
      form: {
        form: 'report',
        fields: { reason: 'Please choose a reason' },
        values: { reason: '', text: 'Hm', email: '' },
      },
    });
  });

  it('answers 404 for a business that is not there', async () => {
    const response = await browser.submit('/business/no%2Fwhere/report', { reason: 'closed' });
    expect(await shownPage(response)).toMatchObject({ status: 404, url: '/business/no%2Fwhere' });
  });
});

describe('the unsubscribe link', () => {
  const statuses = async () =>
    (await database.db.select({ status: newsletterSubscribers.status }).from(newsletterSubscribers)).map(
      ({ status }) => status,
    );
  let link = '';
  beforeEach(async () => {
    await browser.submit('/newsletter', { email: 'ada@example.com' });
    await workOffJobs(testServices(database));
    const [mail] = await queuedMail(database.pool);
    link = mail?.unsubscribeUrl?.replace('http://oakbend.example', '') ?? '';
  });

  it('changes nothing when it is opened', async () => {
    expect((await shownPage(await browser.get(link))).url).toBe(link);
    expect(await statuses()).toEqual(['subscribed']);
  });

  it.each([
    ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
    [
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--',
    ],
  ])('ends the subscription at a mail program’s one click, sent as %s', async (type, body) => {
    const mailProgram = new TestBrowser(testSite(testServices(database)), '198.51.100.7');
    const response = await mailProgram.request('POST', link, { headers: { 'Content-Type': type }, body });
    expect([response.status, await response.text()]).toEqual([200, 'You will get no more newsletters from us.']);
    expect(await statuses()).toEqual(['unsubscribed']);
  });

  it('ends it at the page’s own button', async () => {
    const token = link.split('token=')[1] ?? '';
    const response = await browser.submit('/newsletter/unsubscribe', { token });
    expect([response.status, response.headers.get('location')]).toEqual([303, `${link}&sent=unsubscribe`]);
    expect(await statuses()).toEqual(['unsubscribed']);
  });

  it('says so when the link is not ours', async () => {
    const wrong = await browser.submit('/newsletter/unsubscribe?token=wrong', {});
    expect(await shownPage(wrong)).toMatchObject({ status: 404, form: { form: 'unsubscribe', done: false } });
    const oneClick = await browser.submit('/newsletter/unsubscribe?token=wrong', { 'List-Unsubscribe': 'One-Click' });
    expect(oneClick.status).toBe(404);
  });
});
