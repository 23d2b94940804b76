import { beforeEach, describe, expect, it } from 'vitest';
import { createApi } from '#app/api/api.ts';
import { newsletterSubscribers } from '#server/db/schema/index.ts';
import type { Services } from '#server/http/serve.ts';
import { ordinaryAddresses } from '#tests/support/ordinary-addresses.ts';
import { forgetQueuedMail, queuedMail } from '#tests/support/queued-mail.ts';
import { problemOf, TestBrowser } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';
import { workOffJobs } from '#tests/support/work-off-jobs.ts';

const database = testDatabase();
let now = new Date();
let browser: TestBrowser;
let services: Services;
beforeEach(async () => {
  await forgetQueuedMail(database.pool);
  now = new Date('2026-11-21T10:00:00Z');
  services = testServices(database, { now: () => now });
  browser = new TestBrowser(createApi(services));
});

const ask = (email: unknown) => browser.post('/api/newsletter/subscribe', { body: { email } });
/** With the worker's part. */
async function subscribe(email: unknown): Promise<Response> {
  const answer = await ask(email);
  await workOffJobs(services);
  return answer;
}
const subscribers = () =>
  database.db
    .select({ email: newsletterSubscribers.email, status: newsletterSubscribers.status })
    .from(newsletterSubscribers);
const tokenOf = (url = '') => new URL(url).searchParams.get('token') ?? '';

describe('subscribing', () => {
  it('subscribes and sends a welcome with a way out', async () => {
    const response = await subscribe(' ada@example.com ');
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ message: "You've been successfully subscribed to our newsletter." });
    expect(await subscribers()).toEqual([{ email: 'ada@example.com', status: 'subscribed' }]);
    const [mail] = await queuedMail(database.pool);
    expect(mail).toMatchObject({ to: 'ada@example.com', subject: 'Welcome to the Oak Bend newsletter' });
    expect(mail?.text).toContain('PO Box 100, San Antonio, TX 78200');
    expect(mail?.text).toContain(`\n${mail?.unsubscribeUrl}\n`);
    expect(mail?.unsubscribeUrl).toMatch(/^http:\/\/oakbend\.example\/newsletter\/unsubscribe\?token=[\w-]{38}$/);
  });

  it('answers a known address, in whatever case, as it answers a new one', async () => {
    const first = await (await subscribe('ada@example.com')).text();
    const second = await subscribe('ADA@example.com');
    expect([second.status, await second.text()]).toEqual([200, first]);
    expect(await subscribers()).toHaveLength(1);
    expect(await queuedMail(database.pool)).toHaveLength(1);
  });

  it('writes to who has left only after the link in a mail, which nobody can order twice a day', async () => {
    await subscribe('ada@example.com');
    const [welcome] = await queuedMail(database.pool);
    await browser.post('/api/newsletter/unsubscribe', { body: { token: tokenOf(welcome?.unsubscribeUrl) } });
    for (let n = 0; n < 3; n++) {
      const answer = await subscribe('ADA@example.com');
      expect(await answer.json()).toEqual({ message: "You've been successfully subscribed to our newsletter." });
    }
    expect(await subscribers()).toEqual([{ email: 'ada@example.com', status: 'pending' }]);
    const [, asked, ...more] = await queuedMail(database.pool);
    expect(more).toEqual([]);
    expect(asked?.subject).toBe('Would you like the Oak Bend newsletter again?');
    const token = tokenOf(/http\S+\/confirm\?token=\S+/.exec(asked?.text ?? '')?.[0]);
    expect((await browser.post('/api/newsletter/confirm', { body: { token } })).status).toBe(200);
    expect(await subscribers()).toEqual([{ email: 'ada@example.com', status: 'subscribed' }]);
  });

  it('looks nothing up before it answers, so that its time tells nobody which addresses are known', async () => {
    await subscribe('ada@example.com');
    await forgetQueuedMail(database.pool);
    const before = await database.db.select().from(newsletterSubscribers);
    for (const email of ['ada@example.com', 'new@example.com']) expect((await ask(email)).status).toBe(200);
    expect(await database.db.select().from(newsletterSubscribers)).toEqual(before);
    const { rows } = await database.pool.query('select name, data from pgboss.job order by created_on, id');
    expect(rows).toEqual(
      ['ada@example.com', 'new@example.com'].map((email) => ({ name: 'subscribe-reader', data: { email } })),
    );
  });

  it('brings nobody back by the link of an older mail, whoever holds it now', async () => {
    await subscribe('ada@example.com');
    const [welcome] = await queuedMail(database.pool);
    const token = tokenOf(welcome?.unsubscribeUrl);
    await browser.post('/api/newsletter/unsubscribe', { body: { token } });
    await forgetQueuedMail(database.pool);
    const topics = ['business-news'];
    for (let n = 0; n < 2; n++) {
      expect((await browser.write('PUT', '/api/newsletter/preferences', { body: { token, topics } })).status).toBe(200);
    }
    expect(await problemOf(await browser.post('/api/newsletter/confirm', { body: { token } }))).toMatchObject({
      status: 409,
    });
    expect(await subscribers()).toEqual([{ email: 'ada@example.com', status: 'pending' }]);
    const [asked, ...more] = await queuedMail(database.pool);
    expect(more).toEqual([]);
    const yes = tokenOf(/http\S+\/confirm\?token=\S+/.exec(asked?.text ?? '')?.[0]);
    expect((await browser.post('/api/newsletter/confirm', { body: { token: yes } })).status).toBe(200);
    const shown = await browser.get(`/api/newsletter/preferences?token=${token}`);
    expect(await shown.json()).toMatchObject({ status: 'subscribed', topics });
  });

  it('sends at most one such mail a day, and one whenever the reader has left anew', async () => {
    await subscribe('ada@example.com');
    const [welcome] = await queuedMail(database.pool);
    const leave = () =>
      browser.post('/api/newsletter/unsubscribe', { body: { token: tokenOf(welcome?.unsubscribeUrl) } });
    await leave();
    await subscribe('ada@example.com');
    now = new Date('2026-11-22T09:59:00Z');
    await subscribe('ada@example.com');
    expect(await queuedMail(database.pool)).toHaveLength(2);
    now = new Date('2026-11-22T10:00:00Z');
    await subscribe('ada@example.com');
    expect(await queuedMail(database.pool)).toHaveLength(3);
    await leave();
    await subscribe('ada@example.com');
    expect(await queuedMail(database.pool)).toHaveLength(4);
    expect(await subscribers()).toEqual([{ email: 'ada@example.com', status: 'pending' }]);
  });

  it('keeps one row and sends one welcome when the button is pressed ten times at once', async () => {
    await browser.get('/api/csrf-token');
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask('ada@example.com')));
    await Promise.all([workOffJobs(services), workOffJobs(services)]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await subscribers()).toHaveLength(1);
    expect(await queuedMail(database.pool)).toHaveLength(1);
  });

  it.each([
    [undefined, 'Please enter your email address.'],
    ['', 'Please enter your email address.'],
    ['   ', 'Please enter your email address.'],
    [7, 'Please enter your email address.'],
    ['ada', 'Please enter a valid email address.'],
    ['ada@example', 'Please enter a valid email address.'],
    ['a da@example.com', 'Please enter a valid email address.'],
    ['ada@example.com\r\nBcc: x@y.zz', 'Please enter a valid email address.'],
    [`${'a'.repeat(250)}@example.com`, 'Please enter a valid email address.'],
    ['"><script>@b.co', 'Please enter a valid email address.'],
    ['ada@<b>.co', 'Please enter a valid email address.'],
    ['ada,eve@example.com', 'Please enter a valid email address.'],
  ])('refuses %j: %s', async (email, message) => {
    expect(await problemOf(await subscribe(email))).toEqual({
      status: 422,
      code: 'invalid',
      message,
      fields: { email: message },
    });
    expect(await subscribers()).toEqual([]);
  });
});

it.each(ordinaryAddresses)('takes %s', async (email) => {
  expect((await subscribe(email)).status).toBe(200);
  expect(await subscribers()).toEqual([{ email, status: 'subscribed' }]);
  expect((await queuedMail(database.pool))[0]?.to).toBe(email);
});

describe('unsubscribing', () => {
  let token = '';
  beforeEach(async () => {
    await subscribe('ada@example.com');
    token = tokenOf((await queuedMail(database.pool))[0]?.unsubscribeUrl);
  });

  it('shows whose subscription a link is about, and changes nothing', async () => {
    const response = await browser.get(`/api/newsletter/subscription?token=${token}`);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.json()).toEqual({ email: 'a***@example.com', isSubscribed: true });
    expect(await subscribers()).toEqual([{ email: 'ada@example.com', status: 'subscribed' }]);
  });

  it('ends the subscription, once or twice', async () => {
    for (let i = 0; i < 2; i++) {
      const response = await browser.post('/api/newsletter/unsubscribe', { body: { token } });
      expect([response.status, await response.json()]).toEqual([
        200,
        { message: 'You will get no more newsletters from us.' },
      ]);
    }
    const shown = await browser.get(`/api/newsletter/subscription?token=${token}`);
    expect(await shown.json()).toEqual({ email: 'a***@example.com', isSubscribed: false });
  });

  it('knows no link that it did not write', async () => {
    const forged = `${token.slice(0, -1)}${token.endsWith('A') ? 'Q' : 'A'}`;
    for (const bad of [forged, '', 'x', token.slice(1), `${token}A`, 'é'.repeat(40)]) {
      const shown = await browser.get(`/api/newsletter/subscription?${new URLSearchParams({ token: bad })}`);
      expect(await problemOf(shown), bad).toMatchObject({ status: 404, code: 'not_found' });
      const ended = await browser.post('/api/newsletter/unsubscribe', { body: { token: bad } });
      expect(await problemOf(ended), bad).toMatchObject({ status: 404, code: 'not_found' });
    }
    expect(await subscribers()).toEqual([{ email: 'ada@example.com', status: 'subscribed' }]);
  });
});
