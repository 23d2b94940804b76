/** Sends every call that makes something again: with one Idempotency-Key it makes one thing. */
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { servedEndpoints } from '#app/api/api.ts';
import { writeTalkToken } from '#features/business-messages/server/talk-link.ts';
import {
  businessMessages,
  carriedOut,
  contactMessages,
  eventSuggestions,
  recommendations,
} from '#server/db/schema/index.ts';
import { sweepCarriedOut } from '#server/http/carry-out-once.ts';
import { addDays, dayOf } from '#shared/dates.ts';
import { fillPath } from '#shared/endpoint.ts';
import { hourMs } from '#shared/times.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aBusinessForm } from '#tests/factories/a-business-form.ts';
import { aCategory } from '#tests/factories/a-category.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { found } from '#tests/support/found.ts';
import { queuedMail } from '#tests/support/queued-mail.ts';
import { aStoredImport } from '#tests/support/run-import.ts';
import { aStaffOffice, type StaffOffice } from '#tests/support/staff-office.ts';
import { problemOf, TestBrowser } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';
import { testSite } from '#tests/support/test-site.ts';

const database = testDatabase();
let office: StaffOffice;
beforeEach(async () => {
  office = await aStaffOffice(database);
});

type By = 'staff' | 'owner' | 'visitor';
type Params = Record<string, string>;
interface Sample {
  by: By;
  body: Record<string, unknown>;
  /** The table that gets one row more, or `rows`. */
  table: string;
  rows?: number;
  /** Stores what the call is about. */
  params?: () => Promise<Params>;
  /** The same, for a call that names it in its body. */
  more?: () => Promise<Params>;
}

const premiumExpiresAt = new Date(Date.now() + 1000 * hourMs);
const bakery = async (): Promise<Params> => {
  const { id } = await aBusiness(database.db, { slug: 'bakery', ownerId: office.ownerUser.id, premiumExpiresAt });
  return { id, slug: 'bakery' };
};
const only = ([row]: { id: string }[]): Params => ({ id: found(row, 'row').id });
const ada = { name: 'Ada Oakley', email: 'ada@example.com' };
const aMessage = async () => {
  const row = { businessId: found((await bakery()).id, 'id'), ...ada, text };
  return only(await database.db.insert(businessMessages).values(row).returning());
};
const recommendationId = randomUUID();
const text = 'Is there bread on Sunday?';
const inDays = (days: number) => addDays(dayOf(new Date(), 'America/Chicago'), days);
const event = {
  title: 'Band',
  location: 'The square',
  category: 'cultural',
  startsOn: inDays(10),
  startTime: '19:00',
};

const ofOwner = (table: string, body: Sample['body']): Sample => ({ by: 'owner', body, table, params: bakery });
const ofVisitor = (table: string, body: Sample['body']): Sample => ({ ...ofOwner(table, body), by: 'visitor' });

const newListing = (by: Sample['by']): Sample => ({
  ...{ by, body: aBusinessForm, table: 'businesses' },
  params: async () => ({ id: (await aCategory(database.db, { slug: 'food-dining' })).id }),
});

const samples: Record<string, Sample> = {
  '/api/businesses': newListing('owner'),
  '/api/staff/businesses': newListing('staff'),
  '/api/businesses/{id}/offers': ofOwner('offers', { title: 'A cookie', text: '', until: inDays(4) }),
  '/api/businesses/{id}/announcements': ofOwner('announcements', { text: 'Open on Sundays', until: inDays(5) }),
  '/api/businesses/{id}/saved-answers': ofOwner('owner_answers', { text: 'Yes, on Sundays, too.' }),
  '/api/businesses/{id}/events': ofOwner('event_suggestions', { ...event, description: 'A band in the square.' }),
  '/api/businesses/{slug}/corrections': ofVisitor('corrections', {
    ...{ field: 'phone', right: '210-555-0100', source: 'The door' },
  }),
  '/api/businesses/{slug}/messages': ofVisitor('business_messages', { ...ada, text }),
  '/api/businesses/{slug}/recommendations': ofVisitor('recommendations', { ...ada, text: 'Good bread.' }),
  '/api/businesses/{slug}/recommendation-reports': {
    by: 'visitor',
    body: { id: recommendationId, text: 'She is his sister.' },
    table: 'reports',
    params: async () => {
      const listing = await bakery();
      const row = { id: recommendationId, businessId: found(listing.id, 'id'), ...ada, status: 'shown' } as const;
      await database.db.insert(recommendations).values(row);
      return listing;
    },
  },
  '/api/businesses/{slug}/reports': { by: 'visitor', body: { reason: 'closed' }, table: 'reports', params: bakery },
  '/api/contact': { by: 'visitor', body: { ...ada, message: text }, table: 'contact_messages' },
  '/api/events/suggestions': {
    by: 'visitor',
    body: { ...event, description: 'Music until nine, bring a chair.', senderName: ada.name, senderEmail: ada.email },
    table: 'event_suggestions',
  },
  '/api/staff/ads': {
    by: 'staff',
    body: {
      slot: 'banner',
      title: 'Bread',
      text: 'Come by',
      label: 'Visit',
      url: '/contact',
      imageUrl: null,
      imageAlt: '',
      weight: 1,
      startsOn: null,
      endsOn: null,
    },
    table: 'ads',
  },
  '/api/staff/event-suggestions/{id}/approve': {
    by: 'staff',
    body: {},
    table: 'events',
    params: async () => {
      const { title, location } = event;
      const times = { startsAt: new Date(Date.now() + 200 * hourMs), confirmedAt: new Date() };
      const words = {
        title,
        location,
        description: 'Music.',
        category: 'cultural' as const,
        status: 'waiting' as const,
      };
      const row = { ...words, ...times, senderName: ada.name, senderEmail: ada.email };
      return only(await database.db.insert(eventSuggestions).values(row).returning());
    },
  },
  '/api/staff/events': { by: 'staff', body: { ...event, description: '<p>Music.</p>' }, table: 'events' },
  ...Object.fromEntries(
    [
      ['answers', { answer: 'Yes, until noon.' }],
      ['notes', { note: 'Until noon.' }],
    ].map(([part, body]) => [
      `/api/staff/conversations/{id}/${part}`,
      {
        by: 'staff',
        body: body as Record<string, unknown>,
        table: 'conversation_posts',
        params: async () =>
          only(
            await database.db
              .insert(contactMessages)
              .values({ ...ada, message: text })
              .returning(),
          ),
      } satisfies Sample,
    ]),
  ),
  '/api/staff/invitations': { by: 'staff', body: { email: ada.email, rights: ['editor'] }, table: 'staff_invitations' },
  '/api/staff/newsletter/issues': { by: 'staff', body: { from: 'nothing' }, table: 'newsletter_issues' },
  '/api/staff/notices': { by: 'staff', body: { severity: 'info', text: 'No water today.' }, table: 'notices' },
  '/api/staff/synonyms': { by: 'staff', body: { term: 'taqueria', means: 'tacos' }, table: 'search_synonyms' },
  '/api/user/businesses/{id}/invitations': {
    by: 'owner',
    body: { email: 'ada@example.com' },
    table: 'listing_invitations',
    params: bakery,
  },
  '/api/user/businesses/{id}/hand-over': {
    by: 'owner',
    body: { email: 'ada@example.com' },
    table: 'listing_invitations',
    params: bakery,
  },
  '/api/user/recommendations/{id}/answer': {
    by: 'owner',
    body: { answer: 'Thank you!' },
    table: 'recommendations',
    rows: 0,
    params: async () => {
      const row = { businessId: found((await bakery()).id, 'id'), ...ada, status: 'shown' as const };
      return only(await database.db.insert(recommendations).values(row).returning());
    },
  },
  '/api/staff/imports/{id}/runs': {
    by: 'staff',
    body: { dryRun: true, category: null, fields: ['name'] },
    table: 'import_runs',
    params: async () => ({ id: (await aStoredImport(database.db)).uploadId }),
  },
  '/api/staff/imports/runs/{id}/undo': {
    by: 'staff',
    body: {},
    table: 'import_runs',
    params: async () => ({ id: (await aStoredImport(database.db)).runId }),
  },
  '/api/business-talk': {
    by: 'visitor',
    body: { text },
    table: 'conversation_posts',
    more: async () => ({ token: await writeTalkToken(database.db, found((await aMessage()).id, 'id')) }),
  },
  '/api/user/messages/{id}/answer': {
    by: 'owner',
    body: { answer: 'Yes, until noon.' },
    table: 'business_messages',
    rows: 0,
    params: () => aMessage(),
  },
};

/** Calls that bring a file are in sent-again-files.test.ts. */
const endpoints = servedEndpoints.flatMap(({ endpoint }) =>
  endpoint.creates === true && !endpoint.upload ? [endpoint] : [],
);

it('has a sample of every call that makes something', () => {
  expect(endpoints.map(({ path }) => path).toSorted()).toEqual(Object.keys(samples).toSorted());
});

const rowsOf = async (table: string) =>
  Number((await database.pool.query(`select count(*) from "${table}"`)).rows[0]?.count);

describe.each(endpoints)('$path', ({ path, method, status }) => {
  it('makes one, twice at once and once more later, and mails once', async () => {
    const { by, body: given, table, rows = 1, params, more: makeMore } = found(samples[path], path);
    const address = fillPath(path, await params?.());
    const body = { ...given, ...(await makeMore?.()) };
    const headers = { 'Idempotency-Key': randomUUID() };
    const send = (more: object = {}) => office[by].write(method, address, { body: { ...body, ...more }, headers });
    const before = await rowsOf(table);
    const answers = [...(await Promise.all([send(), send()])), await send()];
    expect(answers.map((answer) => answer.status)).toEqual(Array(3).fill(status ?? 200));
    const [first, ...others] = await Promise.all(answers.map((answer) => answer.json()));
    for (const other of others) expect(other).toEqual(first);
    expect((await rowsOf(table)) - before).toBe(rows);
    const mailed = (await queuedMail(database.pool)).length;
    await send();
    expect(await queuedMail(database.pool)).toHaveLength(mailed);
  });
});

const contact = (browser: TestBrowser, key: string, message = text) =>
  browser.post('/api/contact', { body: { ...ada, message }, headers: { 'Idempotency-Key': key } });

it('takes a key for one content only, and keys of a certain shape', async () => {
  const key = randomUUID();
  expect((await contact(office.visitor, key)).status).toBe(200);
  expect(await problemOf(await contact(office.visitor, key, 'Something else entirely'))).toMatchObject({
    status: 409,
    message: 'This was sent before, with other words. Please reload the page and send it once more.',
  });
  expect((await contact(office.visitor, 'short')).status).toBe(400);
  expect(await rowsOf('contact_messages')).toBe(1);
});

it('keeps nothing of a refused call, so that the same key can be sent again', async () => {
  const key = randomUUID();
  const reason = { body: { reason: 'closed' }, headers: { 'Idempotency-Key': key } };
  expect((await office.visitor.post('/api/businesses/bakery/reports', reason)).status).toBe(404);
  await bakery();
  expect((await office.visitor.post('/api/businesses/bakery/reports', reason)).status).toBe(201);
});

it('keeps the keys of two people apart, and asks first who may call', async () => {
  const call = { body: { severity: 'info', text: 'No water today.' }, headers: { 'Idempotency-Key': randomUUID() } };
  const { id } = await aUser(database.db, { role: 'staff' });
  const colleague = new TestBrowser(office.app).withSession(await aSession(database.db, id));
  expect((await office.staff.post('/api/staff/notices', call)).status).toBe(201);
  expect((await colleague.post('/api/staff/notices', call)).status).toBe(201);
  expect((await office.visitor.post('/api/staff/notices', call)).status).toBe(401);
  expect(await rowsOf('notices')).toBe(2);
});

it('makes one of a form that a browser without script sends twice', async () => {
  const visitor = new TestBrowser(testSite(testServices(database)));
  const fields = { ...ada, phone: '', subject: 'A question', message: text };
  const sent = await Promise.all([visitor.submit('/contact', fields), visitor.submit('/contact', fields)]);
  sent.push(await visitor.submit('/contact', fields));
  expect(sent.map((answer) => answer.status)).toEqual([303, 303, 303]);
  expect(await rowsOf('contact_messages')).toBe(1);
  expect((await visitor.submit('/contact', { ...fields, subject: 'Another question' })).status).toBe(303);
  expect(await rowsOf('contact_messages')).toBe(2);
});

it('forgets answers after a day', async () => {
  await contact(office.visitor, randomUUID());
  await sweepCarriedOut(database.db, new Date(Date.now() + 23 * hourMs));
  expect(await database.db.select().from(carriedOut)).toHaveLength(1);
  await sweepCarriedOut(database.db, new Date(Date.now() + 25 * hourMs));
  expect(await database.db.select().from(carriedOut)).toEqual([]);
});
