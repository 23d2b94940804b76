/** The list of subscribers: import, export, erasure, suppression, and readers' own choices. */
import { createHmac } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { writeLinkToken } from '#features/newsletter/server/link-token.ts';
import { bounceSecret } from '#features/newsletter/server/receive-bounce.ts';
import { addressHash, suppress } from '#features/newsletter/server/suppress.ts';
import type { Subscriber } from '#features/newsletter/subscribers-contract.ts';
import {
  auditLog,
  newsletterRecipients,
  newsletterSubscribers,
  newsletterSuppressions,
} from '#server/db/schema/index.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { anIssue, readers } from '#tests/factories/an-issue.ts';
import { forgetQueuedMail, queuedMail } from '#tests/support/queued-mail.ts';
import { answerOf, aStaffOffice, type StaffOffice } from '#tests/support/staff-office.ts';
import { problemOf, TestBrowser } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';
import { testSite } from '#tests/support/test-site.ts';
import { workOffJobs } from '#tests/support/work-off-jobs.ts';

const database = testDatabase();
let office: StaffOffice;
beforeEach(async () => {
  await forgetQueuedMail(database.pool);
  office = await aStaffOffice(database);
});

const path = '/api/staff/newsletter/subscribers';
const list = async (query = '') => answerOf<Subscriber[]>(await office.staff.get(`${path}${query}`));
const statesOf = async () => Object.fromEntries((await list()).map(({ email, state }) => [email.split('@')[0], state]));
const actions = async () => (await database.db.select().from(auditLog)).map(({ action }) => action);

describe('an import', () => {
  const bring = (csv: string | Uint8Array<ArrayBuffer>, given: Record<string, string> = {}) =>
    office.staff.request('POST', `${path}/import?${query(given)}`, {
      headers: {
        Origin: 'http://oakbend.example',
        'Sec-Fetch-Site': 'same-origin',
        'X-CSRF-Token': office.staff.cookies.get('csrf-token') ?? '',
        'Content-Type': 'application/octet-stream',
      },
      body: csv,
    });
  const query = (given: Record<string, string>) =>
    new URLSearchParams({ consent: 'given', note: 'Paper list at the fair', topics: 'both', dry: 'false', ...given });
  beforeEach(() => office.staff.get('/api/csrf-token'));

  it('adds whom it may, and brings nobody back', async () => {
    await readers(database.db, 1, { email: 'Known@mail.example.com' });
    await readers(database.db, 1, { email: 'left@mail.example.com', status: 'unsubscribed' });
    await suppress(database.db, await addressHash(database.db), {
      email: 'bounced@mail.example.com',
      reason: 'bounced',
    });
    const csv = [
      'Name;E-Mail',
      '"Ada; L.";ada@mail.example.com',
      'Ada again;ADA@mail.example.com',
      'K;known@mail.example.com',
      'L;left@mail.example.com',
      'B;Bounced@mail.example.com',
      'X;not an address',
      'Y;',
    ].join('\r\n');
    const counts = { added: 1, known: 1, repeated: 1, left: 1, suppressed: 1, refusedCount: 2 };
    expect(await answerOf(await bring(csv, { dry: 'true' }))).toMatchObject(counts);
    expect(await statesOf()).toEqual({ Known: 'subscribed', left: 'unsubscribed' });
    expect(await answerOf(await bring(`\ufeff${csv}`))).toMatchObject({
      ...counts,
      refused: [
        { line: 7, value: 'not an address', reason: 'This is not an email address' },
        { line: 8, value: '', reason: 'There is no address in this row' },
      ],
    });
    expect(await statesOf()).toEqual({ ada: 'subscribed', Known: 'subscribed', left: 'unsubscribed' });
    const [ada] = await list('?search=ada');
    expect(ada).toMatchObject({ source: 'import', consentNote: 'Paper list at the fair' });
    expect(await queuedMail(database.pool)).toEqual([]);
    expect(await actions()).toEqual(['subscribers.imported']);
    expect(JSON.stringify(await database.db.select().from(auditLog))).not.toContain('ada@');
  });

  it('without a consent on record asks each one, who says yes with a button', async () => {
    await bring('one@mail.example.com\ntwo@mail.example.com\n', { consent: 'ask', topics: 'business-news' });
    expect(await statesOf()).toEqual({ one: 'pending', two: 'pending' });
    const mails = await queuedMail(database.pool);
    expect(mails.map(({ to }) => to)).toEqual(['one@mail.example.com', 'two@mail.example.com']);
    const token = /confirm\?token=([\w-]{38})/.exec(mails[0]?.text ?? '')?.[1] ?? '';
    const site = new TestBrowser(testSite(testServices(database)));
    await site.get(`/api/newsletter/preferences?token=${token}`);
    expect(await statesOf()).toMatchObject({ one: 'pending' });
    const pressed = await site.submit(`/newsletter/confirm?token=${token}`, {});
    expect([pressed.status, pressed.headers.get('location')]).toEqual([
      303,
      `/newsletter/confirm?token=${token}&sent=confirm`,
    ]);
    expect(await statesOf()).toEqual({ one: 'subscribed', two: 'pending' });
    await office.visitor.post('/api/newsletter/unsubscribe', { body: { token } });
    const late = await office.visitor.post('/api/newsletter/confirm', { body: { token } });
    expect(await problemOf(late)).toMatchObject({ status: 409 });
  });

  it('refuses what is no list of addresses', async () => {
    expect(await problemOf(await bring('name\nAda'))).toMatchObject({ status: 422, code: 'invalid' });
    expect(await problemOf(await bring(' '))).toMatchObject({ status: 422 });
    expect(await problemOf(await bring(new Uint8Array(2 * 1024 * 1024 + 1)))).toMatchObject({ status: 413 });
    expect(await problemOf(await bring('a@b.co', { note: 'short' }))).toMatchObject({
      status: 400,
      fields: { note: expect.any(String) },
    });
    expect(await statesOf()).toEqual({});
  });
});

it('exports what is filtered, with nothing that a spreadsheet would run', async () => {
  await readers(database.db, 1, { email: '=cmd()@mail.example.com', consentNote: '+1 "yes"' });
  await readers(database.db, 1, { email: 'left@mail.example.com', status: 'unsubscribed' });
  const site = testSite(testServices(database));
  const staff = new TestBrowser(site).withSession(await aSession(database.db, office.staffUser.id));
  const response = await staff.get('/staff/newsletter/subscribers.csv?state=subscribed');
  expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="subscribers-[\d-]{10}\.csv"$/);
  const lines = (await response.text()).trimEnd().split('\r\n');
  expect(lines).toHaveLength(2);
  expect(lines[1]).toMatch(
    /^'=cmd\(\)@mail\.example\.com,subscribed,business-news community-events,site,"'\+1 ""yes""",/,
  );
  expect(await actions()).toEqual(['subscribers.exported']);
  const elsewhere = await staff.get('/staff/newsletter/subscribers.csv', { 'Sec-Fetch-Site': 'cross-site' });
  expect(elsewhere.status).toBe(403);
});

it('erases a subscriber everywhere, and still never writes to a suppressed one', async () => {
  const [id = ''] = await readers(database.db, 1);
  const suppressed = (value: boolean) =>
    office.staff.write('PUT', `${path}/${id}/suppressed`, { body: { suppressed: value } });
  expect(await answerOf(await suppressed(true))).toMatchObject({ state: 'suppressed', reason: 'staff' });
  expect(await problemOf(await suppressed(true))).toMatchObject({ status: 409 });
  expect(await answerOf(await suppressed(false))).toMatchObject({ state: 'subscribed' });
  await suppressed(true);
  expect((await office.staff.write('DELETE', `${path}/${id}`)).status).toBe(200);
  expect((await office.staff.write('DELETE', `${path}/${id}`)).status).toBe(404);
  expect((await suppressed(true)).status).toBe(404);
  const { rows } = await database.pool.query('select * from newsletter_suppressions, audit_log');
  expect(rows.length).toBeGreaterThan(0);
  expect(JSON.stringify(rows)).not.toContain('reader-1');
  // The reader subscribes again by the public form: the address stays suppressed and gets no welcome mail.
  await office.visitor.post('/api/newsletter/subscribe', { body: { email: 'READER-1@mail.example.com' } });
  await workOffJobs(testServices(database));
  expect(await statesOf()).toEqual({ 'READER-1': 'suppressed' });
  expect(await queuedMail(database.pool)).toEqual([]);
  expect((await list('?state=subscribed')).length).toBe(0);
  expect((await list('?state=suppressed')).length).toBe(1);
});

it('erases at once, also while a mail to that reader is on its way', async () => {
  const [id = ''] = await readers(database.db, 1);
  const issue = await anIssue(database.db, { status: 'sending' });
  await database.db.insert(newsletterRecipients).values({ issueId: issue.id, subscriberId: id, status: 'sending' });
  const sender = await database.pool.connect();
  try {
    await sender.query('begin');
    await sender.query('select id from newsletter_recipients for update');
    await sender.query('select id from newsletter_issues for update');
    expect((await office.staff.write('DELETE', `${path}/${id}`)).status).toBe(200);
  } finally {
    await sender.query('rollback');
    sender.release();
  }
  expect(await database.db.select().from(newsletterSubscribers)).toEqual([]);
});

describe('a bounce report', () => {
  const report = async (body: string, { key, age = 0 }: { key?: string; age?: number } = {}) => {
    const time = Math.floor(Date.now() / 1000) - age;
    const mac = createHmac('sha256', key ?? (await bounceSecret(database.db)))
      .update(`${time}.${body}`)
      .digest('hex');
    return new TestBrowser(office.app).request('POST', '/api/newsletter/bounces', {
      headers: { 'X-Newsletter-Signature': `t=${time},v1=${mac}` },
      body,
    });
  };
  const held = () => database.db.select().from(newsletterSuppressions);

  it('suppresses the address, once or twice, without a session or a token', async () => {
    const body = JSON.stringify({ email: 'Ada@mail.example.com', type: 'hard', detail: '550 no ada@mail.example.com' });
    for (let n = 0; n < 2; n++) expect(await answerOf(await report(body))).toEqual({ suppressed: true });
    expect(await held()).toMatchObject([{ reason: 'bounced', detail: '550 no (address)' }]);
    expect(await actions()).toEqual(['subscriber.suppressed']);
    await answerOf(await report(JSON.stringify({ email: 'bob@mail.example.com', type: 'complaint' })));
    expect(await held()).toHaveLength(2);
  });

  it('that is soft, unsigned, old or broken changes nothing', async () => {
    const body = JSON.stringify({ email: 'ada@mail.example.com', type: 'hard' });
    expect(await answerOf(await report(body.replace('hard', 'soft')))).toEqual({ suppressed: false });
    for (const refused of [
      await report(body, { key: 'whsec_wrong' }),
      await report(body, { age: 301 }),
      await report(body, { age: -301 }),
      await report('{'),
      await report('{"email":7}'),
      await office.visitor.request('POST', '/api/newsletter/bounces', { body }),
    ]) {
      expect(refused.status).toBe(400);
    }
    expect(await held()).toEqual([]);
  });
});

describe('what a reader chooses', () => {
  it('holds, also without script; nothing at all is leaving', async () => {
    const [id = ''] = await readers(database.db, 1);
    const token = await writeLinkToken(database.db, id);
    const site = new TestBrowser(testSite(testServices(database)));
    const choose = (fields: Record<string, string>) => site.submit(`/newsletter/preferences?token=${token}`, fields);
    expect((await choose({ 'community-events': 'yes' })).status).toBe(303);
    const shown = await site.get(`/api/newsletter/preferences?token=${token}`);
    expect(shown.headers.get('cache-control')).toBe('no-store');
    expect(await shown.json()).toEqual({
      email: 'r***@mail.example.com',
      status: 'subscribed',
      topics: ['community-events'],
    });
    await choose({});
    const [row] = await database.db.select().from(newsletterSubscribers).where(eq(newsletterSubscribers.id, id));
    expect(row).toMatchObject({ status: 'unsubscribed' });
    await choose({ 'business-news': 'yes' });
    expect(await statesOf()).toEqual({ 'reader-1': 'pending' });
  });

  it('needs a link of ours', async () => {
    const token = 'x'.repeat(38);
    const answers = [
      await office.visitor.get(`/api/newsletter/preferences?token=${token}`),
      await office.visitor.write('PUT', '/api/newsletter/preferences', { body: { token, topics: [] } }),
      await office.visitor.post('/api/newsletter/confirm', { body: { token } }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
  });
});

it('shows in the archive what was sent, and no draft', async () => {
  await anIssue(database.db);
  await anIssue(database.db, {
    subject: 'Sent',
    status: 'sent',
    slug: '2026-11-21-sent',
    startedAt: new Date('2026-11-21T15:00:00Z'),
    picture: '/media/u/a.1600x900.webp',
    archiveHtml: '<h2>Hello</h2><script>x()</script>',
  });
  const sentAt = '2026-11-21T15:00:00.000Z';
  const answer = async (of: string) => answerOf(await office.visitor.get(`/api/newsletter/archive${of}`));
  expect(await answer('')).toEqual([
    { slug: '2026-11-21-sent', subject: 'Sent', sentAt, picture: '/media/u/a.1600x900.webp' },
  ]);
  expect(await answer('/2026-11-21-sent')).toEqual({
    slug: '2026-11-21-sent',
    subject: 'Sent',
    sentAt,
    html: '<h2>Hello</h2>',
  });
  expect((await office.visitor.get('/api/newsletter/archive/other')).status).toBe(404);
});
