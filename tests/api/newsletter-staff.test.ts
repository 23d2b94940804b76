/** Staff write, send and pause issues of the newsletter; each refusal has a test. */
import { beforeEach, describe, expect, it } from 'vitest';
import { wakeIssues } from '#features/newsletter/server/sending/send-newsletter-job.ts';
import type { Issue } from '#features/newsletter/staff-contract.ts';
import { auditLog, newsletterIssues, newsletterRecipients } from '#server/db/schema/index.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { anArticle } from '#tests/factories/an-article.ts';
import { anEvent } from '#tests/factories/an-event.ts';
import { anIssue, readers } from '#tests/factories/an-issue.ts';
import { forgetQueuedMail, queuedMail } from '#tests/support/queued-mail.ts';
import { answerOf, aStaffOffice, type StaffOffice } from '#tests/support/staff-office.ts';
import { problemOf, TestBrowser } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';
import { testSite } from '#tests/support/test-site.ts';

const database = testDatabase();
let office: StaffOffice;
beforeEach(async () => {
  await forgetQueuedMail(database.pool);
  office = await aStaffOffice(database);
});

const base = '/api/staff/newsletter/issues';
const create = async (from: 'week' | 'nothing') => answerOf<Issue>(await office.staff.post(base, { body: { from } }));
const formOf = ({ subject, preheader, topics, blocks, version }: Issue) => ({
  subject,
  preheader,
  topics,
  blocks,
  version,
});
const save = (issue: Issue, changed: object = {}) =>
  office.staff.write('PUT', `${base}/${issue.id}`, { body: { ...formOf(issue), ...changed } });
const act = (id: string, action: string, body?: object) =>
  office.staff.post(`${base}/${id}/${action}`, body ? { body } : {});
const actions = async () => (await database.db.select().from(auditLog)).map(({ action }) => action).toSorted();
/** The worker's part, so much later. */
const startDue = (laterMs = 0) => wakeIssues(testServices(database, { now: () => new Date(Date.now() + laterMs) }));
const unknown = '019a0000-0000-7000-8000-000000000001';

describe('an issue', () => {
  it('drafts itself from what is new since the last one', async () => {
    const days = (count: number) => new Date(Date.now() + count * 86_400_000);
    await anIssue(database.db, { status: 'sent', slug: 'last', startedAt: days(-3) });
    await aBusiness(database.db, { name: 'New Shop', approvedAt: days(-1) });
    await aBusiness(database.db, { name: 'Old Shop', approvedAt: days(-5) });
    await aBusiness(database.db, { name: 'Waiting Shop', status: 'pending', approvedAt: null });
    await anEvent(database.db, { title: 'Market', startsAt: days(2) }, [{ startsAt: days(2) }, { startsAt: days(5) }]);
    await anEvent(database.db, { title: 'Far away', startsAt: days(20) }, [{ startsAt: days(20) }]);
    await anEvent(database.db, { title: 'Called off', startsAt: days(1), status: 'cancelled' }, [
      { startsAt: days(1) },
    ]);
    await anArticle(database.db, { title: 'Fresh', publishAt: days(-1) });
    await anArticle(database.db, { title: 'Stale', publishAt: days(-4) });
    await anArticle(database.db, { title: 'To come', publishAt: days(1) });
    const issue = await create('week');
    expect(issue).toMatchObject({
      subject: expect.stringMatching(/^This week in Oak Bend: [A-Z][a-z]+ \d{1,2}, \d{4}$/),
      preheader: '1 event, 1 new business, and 1 article',
      status: 'draft',
      topics: ['business-news', 'community-events'],
    });
    expect(issue.items.map(({ title }) => title).toSorted()).toEqual(['Fresh', 'Market', 'New Shop']);
    expect(issue.blocks.map(({ type }) => type)).toEqual([
      ...['text', 'heading', 'events', 'heading', 'businesses', 'heading', 'articles', 'divider', 'button'],
    ]);
    expect(await actions()).toEqual(['newsletter.created']);
  });

  it('is saved clean, and only on the version that was read', async () => {
    const issue = await create('nothing');
    const blocks = [
      {
        type: 'text',
        key: 'a',
        html: '<p onclick="x()">Hello<script>x()</script> <img src="https://evil.example/x.png"></p>',
      },
    ];
    const saved = await answerOf<Issue>(await save(issue, { subject: ' Hello ', blocks }));
    expect(saved).toMatchObject({
      subject: 'Hello',
      version: 2,
      blocks: [{ type: 'text', key: 'a', html: '<p>Hello </p>' }],
    });
    expect(await problemOf(await save(issue))).toMatchObject({ status: 409, code: 'conflict' });
    expect(await actions()).toEqual(['newsletter.created', 'newsletter.saved']);
  });

  it.each([
    [{ subject: ' ' }, 'subject', 'Please write a subject'],
    [{ topics: [] }, 'topics', 'Choose at least one topic'],
    [{ blocks: [{ type: 'button', key: 'a', label: '', url: '/' }] }, 'blocks.0.label', 'Say what the button does'],
    [
      { blocks: [{ type: 'button', key: 'a', label: 'x', url: 'javascript:x()' }] },
      'blocks.0.url',
      'Begin the link with https://, or with / for a page of this site',
    ],
    [
      { blocks: Array.from({ length: 41 }, (_, n) => ({ type: 'divider', key: String(n) })) },
      'blocks',
      'An issue has at most 40 blocks. Please take one away.',
    ],
  ])('refuses %j', async (changed, field, message) => {
    const refused = await problemOf(await save(await create('nothing'), changed));
    expect(refused).toMatchObject({ status: 422, code: 'invalid', fields: { [field]: message } });
  });

  it('is mailed to whoever tests it, and to nobody else', async () => {
    await readers(database.db, 3);
    const { id } = await anIssue(database.db, { subject: 'Hello' });
    expect(await answerOf(await act(id, 'test'))).toEqual({ to: office.staffUser.email });
    const mails = await queuedMail(database.pool);
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([[office.staffUser.email, '[Test] Hello']]);
    expect(mails[0]?.text).toContain('Good morning.');
    const tested = await answerOf<Issue>(await office.staff.get(`${base}/${id}`));
    expect(tested.testedAt).not.toBeNull();
    expect((await answerOf<Issue>(await save(tested, { subject: 'Changed' }))).testedAt).toBeNull();
  });

  it('waits for a time on the city’s clock, and cannot be changed meanwhile', async () => {
    const { id } = await anIssue(database.db);
    const at = `${new Date().getUTCFullYear() + 1}-01-04T09:00`;
    const scheduled = await answerOf<Issue>(await act(id, 'schedule', { version: 1, at }));
    expect(scheduled).toMatchObject({ status: 'scheduled', scheduledAt: `${at.slice(0, 10)}T15:00:00.000Z` });
    expect(await problemOf(await save(scheduled))).toMatchObject({ status: 409 });
    expect(await problemOf(await office.staff.write('DELETE', `${base}/${id}`))).toMatchObject({ status: 409 });
    expect(await answerOf(await act(id, 'unschedule'))).toMatchObject({ status: 'draft', scheduledAt: null });
    expect(await problemOf(await act(id, 'unschedule'))).toMatchObject({ status: 409 });
    for (const bad of ['2020-01-01T09:00', '2090-01-01T09:00', '2026-99-99T99:99', 'soon']) {
      const refused = await problemOf(await act(id, 'schedule', { version: 1, at: bad }));
      expect(refused, bad).toMatchObject({ status: 422, fields: { at: expect.any(String) } });
    }
    expect(await problemOf(await act(id, 'schedule', { version: 9, at }))).toMatchObject({ status: 409 });
  });

  it('goes out once, pauses and goes on, each step noted', async () => {
    await readers(database.db, 2);
    const { id } = await anIssue(database.db);
    expect(await problemOf(await act(id, 'pause'))).toMatchObject({ status: 409 });
    expect(await problemOf(await act(id, 'send', { version: 7 }))).toMatchObject({ status: 409 });
    const both = await Promise.all([act(id, 'send', { version: 1 }), act(id, 'send', { version: 1 })]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const recipients = () => database.db.$count(newsletterRecipients);
    expect(await recipients()).toBe(0);
    const soon = await answerOf<Issue>(await office.staff.get(`${base}/${id}`));
    expect(soon).toMatchObject({ status: 'scheduled', goesOutSoon: true, slug: null });
    expect(await problemOf(await save(soon))).toMatchObject({ status: 409 });

    // Called back in time, it is a draft again, and the job that was to start it starts nothing.
    expect(await answerOf(await act(id, 'unschedule'))).toMatchObject({ status: 'draft', goesOutSoon: false });
    await startDue();
    expect(await recipients()).toBe(0);

    await answerOf(await act(id, 'send', { version: 1 }));
    await startDue();
    expect(await recipients()).toBe(0);
    await startDue(61_000);
    expect(await recipients()).toBe(2);
    expect(await answerOf(await act(id, 'pause'))).toMatchObject({
      status: 'paused',
      counts: { recipients: 2, waiting: 2, sent: 0 },
    });
    expect(await answerOf(await act(id, 'resume'))).toMatchObject({ status: 'sending' });
    expect(await problemOf(await act(id, 'resume'))).toMatchObject({ status: 409 });
    expect(await problemOf(await act(id, 'schedule', { version: 1, at: '2090-01-01T09:00' }))).toMatchObject({
      status: 422,
    });
    expect(await actions()).toEqual([
      'newsletter.paused',
      'newsletter.resumed',
      'newsletter.sent-now',
      'newsletter.sent-now',
      'newsletter.started',
      'newsletter.unscheduled',
    ]);
  });

  it('does not go out empty, or to nobody', async () => {
    const empty = await anIssue(database.db, { blocks: [] });
    expect(await problemOf(await act(empty.id, 'send', { version: 1 }))).toMatchObject({
      status: 409,
      message: 'This issue is empty. Please add something to read first.',
    });
    const { id } = await anIssue(database.db);
    expect(await problemOf(await act(id, 'send', { version: 1 }))).toMatchObject({
      status: 409,
      message: 'Nobody is subscribed to these topics yet.',
    });
    const [kept] = await database.db.select().from(newsletterIssues).limit(1);
    expect(kept).toMatchObject({ status: 'draft', mailHtml: null, slug: null });
  });

  it('that is not there is a 404, whatever is asked of it', async () => {
    const form = { subject: 'x', preheader: '', topics: ['business-news'], blocks: [], version: 1 };
    const answers = [
      await office.staff.get(`${base}/${unknown}`),
      await office.staff.get(`${base}/${unknown}/progress`),
      await office.staff.get(`${base}/${unknown}/failures`),
      await office.staff.write('PUT', `${base}/${unknown}`, { body: form }),
      await office.staff.write('DELETE', `${base}/${unknown}`),
      await act(unknown, 'test'),
      await act(unknown, 'send', { version: 1 }),
      await act(unknown, 'pause'),
    ];
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
  });
});

it('offers what a block may show', async () => {
  await aBusiness(database.db, { name: 'Oak Bakery' });
  await aBusiness(database.db, { name: 'Elm Bakery', status: 'hidden' });
  const ask = async (query: string) =>
    (await answerOf<{ title: string }[]>(await office.staff.get(`/api/staff/newsletter/choices?${query}`))).map(
      ({ title }) => title,
    );
  expect(await ask('kind=businesses&search=bakery')).toEqual(['Oak Bakery']);
  expect(await ask('kind=businesses&search=%25')).toEqual([]);
  expect(await ask('kind=articles')).toEqual([]);
});

it('keeps the pace within bounds', async () => {
  const path = '/api/staff/newsletter/settings';
  const put = (mailsPerMinute: unknown) => office.staff.write('PUT', path, { body: { mailsPerMinute } });
  expect(await answerOf(await put(300))).toEqual({ mailsPerMinute: 300 });
  expect(await answerOf(await office.staff.get(path))).toMatchObject({
    mailsPerMinute: 300,
    bounceUrl: 'http://oakbend.example/api/newsletter/bounces',
    bounceSecret: expect.stringMatching(/^whsec_[\w-]{43}$/),
  });
  for (const bad of [0, 60_001, 1.5, 'x', null]) expect((await put(bad)).status, String(bad)).toBe(422);
});

it('shows the mail in a frame to staff alone', async () => {
  const { id } = await anIssue(database.db, { subject: 'Hello <b>' });
  const site = testSite(testServices(database));
  const staff = new TestBrowser(site).withSession(await aSession(database.db, office.staffUser.id));
  const shown = await staff.get(`/staff/newsletter/${id}/preview`);
  expect(shown.status).toBe(200);
  expect(shown.headers.get('content-security-policy')).toMatch(/default-src 'none';.*frame-ancestors 'self'; sandbox$/);
  const html = await shown.text();
  expect(html).toContain('Hello &#60;b&#62;');
  expect(html).not.toContain('<script');
  expect((await staff.get(`/staff/newsletter/${unknown}/preview`)).status).toBe(404);
  const owner = new TestBrowser(site).withSession(await aSession(database.db, office.ownerUser.id));
  for (const path of [`/staff/newsletter/${id}/preview`, '/staff/newsletter/subscribers.csv']) {
    expect((await owner.get(path)).status).toBe(404);
    const asked = await new TestBrowser(site).get(path);
    expect([asked.status, asked.headers.get('location')]).toEqual([302, `/login?next=${encodeURIComponent(path)}`]);
  }
});
