/** The staff area: rights, businesses, messages, reports, and the audit log. */
import { beforeEach, describe, expect, it } from 'vitest';
import { servedEndpoints } from '#app/api/api.ts';
import type { AuditRow } from '#features/audit/contract.ts';
import type { StaffBusinessRow } from '#features/businesses/staff-contract.ts';
import {
  auditLog,
  businessDays,
  businesses,
  businessPhotos,
  businessSearchDays,
  businessSlugs,
  contactMessages,
  reports,
} from '#server/db/schema/index.ts';
import { reasonMissing } from '#shared/reason.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { forgetQueuedMail, queuedMail } from '#tests/support/queued-mail.ts';
import { answerOf, aStaffOffice, type StaffOffice } from '#tests/support/staff-office.ts';
import { problemOf, TestBrowser } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';

const database = testDatabase();
let office: StaffOffice;
beforeEach(async () => {
  await forgetQueuedMail(database.pool);
  office = await aStaffOffice(database);
});

const unknownId = '0198d3a0-0000-7000-8000-000000000000';
const calls = servedEndpoints
  .filter(({ endpoint }) => endpoint.path.startsWith('/api/staff/'))
  .map(({ endpoint: { method, path } }) => [method, path.replace(/\{\w+\}/g, unknownId)] as const);
const actions = async () => (await database.db.select().from(auditLog)).map(({ action }) => action);

describe.each(calls)('%s %s', (method, path) => {
  const call = (browser: TestBrowser) =>
    method === 'GET' ? browser.get(path) : browser.write(method, path, { body: {} });

  it('is for staff alone', async () => {
    expect((await call(office.visitor)).status).toBe(401);
    expect((await call(office.owner)).status).toBe(403);
    expect([401, 403]).not.toContain((await call(office.staff)).status);
    const asked = await aUser(database.db, { role: 'staff', totpSecret: 'x', totpConfirmedAt: new Date() });
    const half = new TestBrowser(office.app).withSession(await aSession(database.db, asked.id));
    expect(await problemOf(await call(half))).toMatchObject({ status: 403, code: 'second_factor' });
    expect(await actions()).toEqual([]);
  });
});

describe('businesses', () => {
  const search = async (query: string) =>
    answerOf<StaffBusinessRow[]>(await office.staff.get(`/api/staff/businesses${query}`));
  const put = (id: string, what: string, body: object) =>
    office.staff.write('PUT', `/api/staff/businesses/${id}/${what}`, { body });
  const merge = (id: string, into: string) =>
    office.staff.post(`/api/staff/businesses/${id}/merge`, { body: { into } });

  it('are found in any state by name, address, phone, mail or website', async () => {
    const { db } = database;
    const hidden = await aBusiness(db, { name: 'Blue Door 100%', status: 'hidden', phone: '(210) 555-0142' });
    await aBusiness(db, { name: 'Red Door', address: '12 Oak Street' });
    const idsOf = async (query: string) => (await search(query)).map(({ name }) => name);
    expect(await idsOf('?search=door')).toEqual(['Red Door', 'Blue Door 100%']);
    expect(await idsOf('?search=100%25')).toEqual(['Blue Door 100%']);
    for (const typed of ['5550142', '0142', '12105550142']) {
      expect(await idsOf(`?search=${typed}`)).toEqual(['Blue Door 100%']);
    }
    expect(await idsOf('?search=oak+street')).toEqual(['Red Door']);
    expect(await search('?status=hidden')).toMatchObject([{ id: hidden.id, owner: null }]);
    expect((await office.staff.get('/api/staff/businesses?status=lost')).status).toBe(400);
  });

  it('lead on by 50', async () => {
    const first = await aBusiness(database.db);
    for (let made = 0; made < 50; made++) await aBusiness(database.db, { categoryId: first.categoryId });
    const response = await office.staff.get('/api/staff/businesses');
    expect(await answerOf<unknown[]>(response)).toHaveLength(50);
    const next = /<([^>]+)>/.exec(response.headers.get('Link') ?? '')?.[1] ?? '';
    expect(await answerOf(await office.staff.get(next))).toMatchObject([{ id: first.id }]);
  });

  it('can be featured and hidden, and back; doing it twice is refused', async () => {
    const { id, slug } = await aBusiness(database.db);
    expect(await answerOf(await put(id, 'featured', { featured: true }))).toMatchObject({ featuredByStaff: true });
    expect((await put(id, 'featured', { featured: true })).status).toBe(409);
    await answerOf(await put(id, 'featured', { featured: false }));
    await answerOf(await put(id, 'hidden', { hidden: true, reason: 'Closed for good' }));
    expect((await office.visitor.get(`/api/businesses/${slug}`)).status).toBe(404);
    expect((await put(id, 'hidden', { hidden: true })).status).toBe(409);
    await answerOf(await put(id, 'hidden', { hidden: false }));
    expect((await office.visitor.get(`/api/businesses/${slug}`)).status).toBe(200);
    expect((await put(unknownId, 'hidden', { hidden: true })).status).toBe(404);
    expect(await actions()).toEqual(['business.featured', 'business.unfeatured', 'business.hidden', 'business.shown']);
  });

  it('tell their owner what happened, why and what to do', async () => {
    const { id, name } = await aBusiness(database.db, {
      name: 'Fig & Olive',
      slug: 'fig',
      ownerId: office.ownerUser.id,
    });
    const silent = await problemOf(await put(id, 'hidden', { hidden: true, reason: ' ' }));
    expect(silent).toMatchObject({ status: 422, fields: { reason: reasonMissing } });
    expect(await queuedMail(database.pool)).toEqual([]);
    await answerOf(await put(id, 'hidden', { hidden: true, reason: 'The telephone number is a stranger’s.' }));
    await answerOf(await put(id, 'hidden', { hidden: false }));
    const twin = await aBusiness(database.db, { name: 'Fig and Olive', slug: 'fig-and-olive' });
    const body = { into: twin.id, reason: 'It was in there twice.' };
    await answerOf(await office.staff.post(`/api/staff/businesses/${id}/merge`, { body }));
    const mails = await queuedMail(database.pool);
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      ['olga@example.com', 'Fig & Olive is not shown right now'],
      ['olga@example.com', 'Fig & Olive is shown again'],
      ['olga@example.com', 'Fig & Olive and Fig and Olive are one listing now'],
    ]);
    const [hidden, shown, merged] = mails.map(({ text }) => text);
    expect(hidden).toMatch(
      new RegExp(
        `We have taken ${name} off the [\\s\\S]*The telephone number is a stranger’s[\\s\\S]*/edit-business/${id}`,
      ),
    );
    expect(shown).toContain('/business/fig\n');
    expect(merged).toMatch(/It was in there twice\.[\s\S]*\/business\/fig-and-olive\n/);
  });

  it('merged: the kept one gets what it lacks, and every address of the other leads to it', async () => {
    const { db } = database;
    const goes = await aBusiness(db, {
      slug: 'the-bakery',
      phone: '(210) 555-0142',
      website: 'https://bakery.example.com',
      ownerId: office.ownerUser.id,
      imageUrl: '/media/uploads/front.webp',
      properties: ['delivery', 'outdoor-seating'],
    });
    const stays = await aBusiness(db, {
      slug: 'bakery',
      website: 'https://kept.example.com',
      imageUrl: '/media/a.webp',
      properties: ['outdoor-seating', 'wheelchair-accessible'],
    });
    await db.insert(businessSlugs).values({ slug: 'bakery-of-old', businessId: goes.id });
    await db.insert(businessPhotos).values({ businessId: goes.id, url: '/media/oven.webp', position: 0 });
    await db.insert(reports).values({ businessId: goes.id, reason: 'duplicate' });
    const day = '2026-11-20';
    await db.insert(businessDays).values([
      { businessId: goes.id, day, views: 5, phone: 1 },
      { businessId: goes.id, day: '2026-11-19', views: 7 },
      { businessId: stays.id, day, views: 30, map: 2 },
    ]);
    await db.insert(businessSearchDays).values([
      { businessId: goes.id, day, term: 'bread', shown: 2 },
      { businessId: stays.id, day, term: 'bread', shown: 4 },
    ]);
    expect(await answerOf(await merge(goes.id, stays.id))).toEqual({ id: stays.id, slug: 'bakery' });
    const [kept, ...others] = await db.select().from(businesses);
    expect(others).toEqual([]);
    expect(kept).toMatchObject({
      phone: '(210) 555-0142',
      website: 'https://kept.example.com',
      ownerId: office.ownerUser.id,
      imageUrl: '/media/a.webp',
      properties: ['delivery', 'outdoor-seating', 'wheelchair-accessible'],
    });
    const photos = await db.select().from(businessPhotos);
    expect(photos.map(({ url, businessId }) => [url, businessId])).toEqual([
      ['/media/oven.webp', stays.id],
      ['/media/uploads/front.webp', stays.id],
    ]);
    expect(await db.select().from(reports)).toMatchObject([{ businessId: stays.id }]);
    expect(await db.select().from(businessDays).orderBy(businessDays.day)).toMatchObject([
      { businessId: stays.id, day: '2026-11-19', views: 7, phone: 0, map: 0 },
      { businessId: stays.id, day, views: 35, phone: 1, map: 2 },
    ]);
    expect(await db.select().from(businessSearchDays)).toMatchObject([
      { businessId: stays.id, term: 'bread', shown: 6 },
    ]);
    for (const former of ['the-bakery', 'bakery-of-old']) {
      const moved = await office.visitor.get(`/api/businesses/${former}`);
      expect([moved.status, moved.headers.get('location')]).toEqual([301, '/api/businesses/bakery']);
    }
    expect(await actions()).toEqual(['business.merged', 'business.merged-away']);
  });

  it('are not merged into themselves, into what is not approved, or when both have an owner', async () => {
    const { db } = database;
    const other = await aUser(db);
    const one = await aBusiness(db, { ownerId: office.ownerUser.id });
    const two = await aBusiness(db, { ownerId: other.id });
    const pending = await aBusiness(db, { status: 'pending' });
    for (const into of [one.id, two.id, pending.id]) expect((await merge(one.id, into)).status).toBe(409);
    expect((await merge(one.id, unknownId)).status).toBe(404);
    expect((await merge(unknownId, one.id)).status).toBe(404);
    expect(await db.select().from(businesses)).toHaveLength(3);
  });

  it('merged by two at once: once', async () => {
    const { db } = database;
    const [one, two] = [await aBusiness(db), await aBusiness(db)];
    const answers = await Promise.all([merge(one.id, two.id), merge(two.id, one.id)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404]);
  });
});

describe('messages and reports', () => {
  it('are marked once, and can be opened again', async () => {
    const { db } = database;
    const [message] = await db
      .insert(contactMessages)
      .values({ name: 'Ada', email: 'a@example.com', message: 'Hi' })
      .returning();
    const { id } = await aBusiness(db);
    const [report] = await db.insert(reports).values({ businessId: id, reason: 'closed' }).returning();
    for (const one of [message?.id, report?.id]) {
      const mark = (state: 'closed' | 'open', of = one) =>
        office.staff.write('PUT', `/api/staff/conversations/${of}/state`, { body: { state } });
      const listed = async (state: string) =>
        (await answerOf<{ id: string }[]>(await office.staff.get(`/api/staff/conversations?state=${state}`))).map(
          (row) => row.id,
        );
      expect(await listed('open')).toContain(one);
      expect(await answerOf(await mark('closed'))).toMatchObject({ id: one, state: 'closed' });
      expect((await mark('closed')).status).toBe(409);
      expect(await listed('open')).not.toContain(one);
      expect(await listed('closed')).toEqual([one]);
      await answerOf(await mark('open'));
      expect((await mark('closed', unknownId)).status).toBe(404);
    }
    expect(await actions()).toEqual(['message.closed', 'message.reopened', 'report.closed', 'report.reopened']);
  });
});

describe('the audit log', () => {
  const read = async (query: string) => answerOf<AuditRow[]>(await office.staff.get(`/api/staff/audit${query}`));

  it('is searched by person, action, subject and day', async () => {
    const { db } = database;
    const business = await aBusiness(db, { name: 'Oak Shop' });
    const actorId = office.ownerUser.id;
    const subject = { subjectType: 'business', subjectId: business.id };
    await db
      .insert(auditLog)
      .values({ actorId, action: 'business.edited', ...subject, at: new Date('2026-03-02T03:00:00Z') });
    await db.insert(auditLog).values({ actorId: null, action: 'business.merged', ...subject, at: new Date() });
    await db.insert(auditLog).values({ actorId, action: 'newsletter.sent', subjectType: 'newsletter', subjectId: '7' });
    expect((await read('')).map(({ action }) => action)).toEqual([
      'newsletter.sent',
      'business.merged',
      'business.edited',
    ]);
    expect(await read('?person=olg&action=business.')).toMatchObject([
      { actor: { username: 'olga' }, subjectName: 'Oak Shop', action: 'business.edited' },
    ]);
    expect(await read(`?subject=${business.id}`)).toHaveLength(2);
    // The evening of March 1 in the city.
    expect(await read('?from=2026-03-01&to=2026-03-01')).toHaveLength(1);
    expect(await read('?from=2026-03-02&to=2026-03-02')).toEqual([]);
    expect((await office.staff.get('/api/staff/audit?from=yesterday')).status).toBe(400);
    expect((await office.staff.get('/api/staff/audit?by=ghost')).status).toBe(400);
    expect((await office.staff.get('/api/staff/audit?cursor=1')).status).toBe(400);
  });
});
