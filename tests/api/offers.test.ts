/** Offers of premium listings: their authors, their limits, and the time in which visitors see them. */
import { asc, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { createApi } from '#app/api/api.ts';
import { beforeDeletion } from '#app/wiring/before-deletion.ts';
import { deleteOwnAccount } from '#features/accounts/server/delete-account.ts';
import type { Business } from '#features/businesses/contract.ts';
import type { OwnOffers } from '#features/businesses/offers-contract.ts';
import { auditLog, businesses, offers } from '#server/db/schema/index.ts';
import { expiresHeader } from '#server/http/serve.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { aUser, type User } from '#tests/factories/a-user.ts';
import { answerOf } from '#tests/support/staff-office.ts';
import { problemOf, TestBrowser } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';

const database = testDatabase();
/** The evening of May 1 in the town, May 2 in UTC. */
let now = new Date('2030-05-02T03:00:00Z');
const premiumExpiresAt = new Date('2030-09-01T00:00:00Z');
const session = { createdAt: now, lastUsedAt: now, expiresAt: new Date('2031-06-01T00:00:00Z') };
const cookie = { title: 'A free cookie', text: 'With any coffee.', until: '2030-05-31' };
let owner: User;
let ownerBrowser: TestBrowser;
let visitor: TestBrowser;

const services = () => testServices(database, { now: () => now });
const browserOf = async (user: User) =>
  new TestBrowser(createApi(services())).withSession(await aSession(database.db, user.id, session));
const mine = (given: Parameters<typeof aBusiness>[1] = {}) =>
  aBusiness(database.db, { slug: 'fig', name: 'Fig', ownerId: owner.id, premiumExpiresAt, ...given });
const pathOf = (id: string) => `/api/businesses/${id}/offers`;
const add = async (id: string, body: object = cookie) =>
  answerOf<OwnOffers>(await ownerBrowser.post(pathOf(id), { body }));
const shown = async (slug = 'fig') =>
  (await answerOf<Business>(await visitor.get(`/api/businesses/${slug}`))).offers.map(({ title }) => title);
const titles = async () =>
  (await database.db.select().from(offers).orderBy(asc(offers.until))).map(({ title }) => title);
const store = (businessId: string, title: string, until = '2030-05-31') =>
  database.db.insert(offers).values({ businessId, title, until });

beforeEach(async () => {
  now = new Date('2030-05-02T03:00:00Z');
  owner = await aUser(database.db);
  ownerBrowser = await browserOf(owner);
  visitor = new TestBrowser(createApi(services()));
});

describe('writing offers', () => {
  it('is added, changed and removed by the owner; visitors see it at once, and the history says it in words', async () => {
    const { id } = await mine();
    const { offers: added } = await add(id);
    expect(added).toMatchObject([cookie]);
    expect((await answerOf<Business>(await visitor.get('/api/businesses/fig'))).offers).toEqual([cookie]);

    const path = `${pathOf(id)}/${added[0]?.id}`;
    const body = { ...cookie, text: '', until: '2030-06-01' };
    const changed = await answerOf<OwnOffers>(await ownerBrowser.write('PUT', path, { body }));
    expect(changed.offers).toMatchObject([{ title: 'A free cookie', text: null, until: '2030-06-01' }]);
    await answerOf(await ownerBrowser.write('PUT', path, { body }));

    expect((await answerOf<OwnOffers>(await ownerBrowser.write('DELETE', path))).offers).toEqual([]);
    expect(await shown()).toEqual([]);
    expect((await ownerBrowser.write('DELETE', path)).status).toBe(404);
    const first = 'A free cookie (With any coffee.), until May 31, 2030';
    const second = 'A free cookie, until June 1, 2030';
    expect(await database.db.select().from(auditLog).orderBy(asc(auditLog.at), asc(auditLog.id))).toMatchObject([
      { action: 'business.offer-added', actorId: owner.id, subjectId: id, data: { offer: first } },
      { action: 'business.offer-changed', data: { offer: [first, second] } },
      { action: 'business.offer-removed', data: { offer: second } },
    ]);
  });

  it('is for its owner and for staff', async () => {
    const { id } = await mine();
    const { offers: added } = await add(id);
    const path = `${pathOf(id)}/${added[0]?.id}`;
    const neighbor = await browserOf(await aUser(database.db));
    expect((await neighbor.get(pathOf(id))).status).toBe(404);
    expect((await neighbor.post(pathOf(id), { body: cookie })).status).toBe(403);
    expect((await neighbor.write('PUT', path, { body: cookie })).status).toBe(403);
    expect((await neighbor.write('DELETE', path)).status).toBe(403);
    expect((await visitor.get(pathOf(id))).status).toBe(401);
    expect((await visitor.post(pathOf(id), { body: cookie })).status).toBe(401);
    expect(await titles()).toEqual(['A free cookie']);

    const staff = await browserOf(await aUser(database.db, { role: 'staff' }));
    expect(await answerOf(await staff.get(`/api/staff/businesses/${id}`))).toMatchObject({ offers: [cookie] });
    await answerOf(await staff.write('DELETE', path));
    expect(await shown()).toEqual([]);
  });

  it('reaches no offer through another listing', async () => {
    const other = await aBusiness(database.db, { ownerId: (await aUser(database.db)).id, premiumExpiresAt });
    await store(other.id, 'Theirs');
    const [theirs] = await database.db.select().from(offers);
    const { id } = await mine();
    const path = `${pathOf(id)}/${theirs?.id}`;
    expect((await ownerBrowser.write('DELETE', path)).status).toBe(404);
    expect((await ownerBrowser.write('PUT', path, { body: cookie })).status).toBe(404);
    expect(await titles()).toEqual(['Theirs']);
  });

  it.each([
    ['no title', { title: ' ' }, 'title', 'Please say what you offer'],
    ['a long title', { title: 'x'.repeat(81) }, 'title', 'Please keep it under 81 characters'],
    ['a long text', { text: 'x'.repeat(201) }, 'text', 'Please keep it under 201 characters'],
    ['no day', { until: '' }, 'until', 'Please choose the last day of the offer'],
    ['a day that is none', { until: '2030-02-30' }, 'until', 'Please choose the last day of the offer'],
    ['a day that is over in the town', { until: '2030-04-30' }, 'until', 'Please choose today or a later day'],
    [
      'a day more than a year ahead',
      { until: '2031-05-02' },
      'until',
      'Please choose a day within a year, until May 1, 2031',
    ],
  ])('refuses %s at its field', async (_, wrong, field, text) => {
    const { id } = await mine();
    const response = await ownerBrowser.post(pathOf(id), { body: { ...cookie, ...wrong } });
    expect(response.status).toBe(422);
    expect((await problemOf(response)).fields).toEqual({ [field]: text });
    expect(await titles()).toEqual([]);
  });

  it('takes today in the town, a day in a year, and texts up to their limits', async () => {
    const { id } = await mine();
    await add(id, { title: 'x'.repeat(80), text: 'y'.repeat(200), until: '2030-05-01' });
    const { offers: stored } = await add(id, { title: 'Late', until: '2031-05-01' });
    expect(stored).toMatchObject([{ until: '2030-05-01' }, { title: 'Late', text: null, until: '2031-05-01' }]);
  });

  it('gives no room to what has ended', async () => {
    const { id } = await mine();
    for (const title of ['One', 'Two', 'Three']) await store(id, title, '2030-04-30');
    await add(id);
    await add(id, { ...cookie, title: 'A second' });
    const { offers: all } = await add(id, { ...cookie, title: 'A third' });
    expect(await shown()).toHaveLength(3);
    // An ended offer can run again only while fewer than three run.
    const ended = all.find(({ title }) => title === 'One');
    const again = await ownerBrowser.write('PUT', `${pathOf(id)}/${ended?.id}`, { body: cookie });
    expect(await problemOf(again)).toMatchObject({ status: 409, code: 'conflict' });
  });

  it('has room for three, also when they come at the same moment', async () => {
    const { id } = await mine();
    await add(id, { title: 'One', until: '2030-05-10' });
    const answers = await Promise.all(
      ['Two', 'Three', 'Four', 'Five'].map((title) =>
        ownerBrowser.post(pathOf(id), { body: { title, until: '2030-05-20' } }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409]);
    expect(await titles()).toHaveLength(3);
  });
});

describe('showing offers', () => {
  it('ends with its last day in the town, and a stored page with it', async () => {
    const { id } = await mine();
    await add(id, { title: 'Today', until: '2030-05-01' });
    await add(id, { title: 'Later', until: '2030-05-09' });
    const response = await visitor.get('/api/businesses/fig');
    expect(Number(response.headers.get(expiresHeader))).toBe(Date.parse('2030-05-02T05:00:00Z'));
    expect(await shown()).toEqual(['Today', 'Later']);
    now = new Date('2030-05-02T04:59:59Z');
    expect(await shown()).toEqual(['Today', 'Later']);
    now = new Date('2030-05-02T05:00:00Z');
    expect(await shown()).toEqual(['Later']);
    expect((await answerOf<OwnOffers>(await ownerBrowser.get(pathOf(id)))).offers).toHaveLength(2);
  });

  it('keeps offers when premium ends, shows them again when it is back, and takes no new ones meanwhile', async () => {
    const { id } = await mine();
    const { offers: added } = await add(id);
    const set = (end: Date | null) =>
      database.db.update(businesses).set({ premiumExpiresAt: end }).where(eq(businesses.id, id));
    await set(new Date('2030-05-03T00:00:00Z'));
    const response = await visitor.get('/api/businesses/fig');
    expect(Number(response.headers.get(expiresHeader))).toBe(Date.parse('2030-05-03T00:00:00Z'));
    for (const end of [now, null]) {
      await set(end);
      expect(await shown()).toEqual([]);
      expect(await answerOf(await ownerBrowser.get(pathOf(id)))).toMatchObject({ isPremium: false, offers: [cookie] });
      expect(await answerOf(await ownerBrowser.get(`/api/businesses/id/${id}`))).toMatchObject({ offers: [cookie] });
    }
    const path = `${pathOf(id)}/${added[0]?.id}`;
    for (const refused of [
      await ownerBrowser.post(pathOf(id), { body: cookie }),
      await ownerBrowser.write('PUT', path, { body: { ...cookie, title: 'Other' } }),
    ]) {
      expect(refused.status).toBe(409);
      expect((await problemOf(refused)).message).toContain('part of Premium');
    }
    await set(premiumExpiresAt);
    expect(await shown()).toEqual(['A free cookie']);
    await set(null);
    await answerOf(await ownerBrowser.write('DELETE', path));
    expect(await titles()).toEqual([]);
  });
});

describe('offers of a listing that goes on', () => {
  it('a merge keeps those of the kept listing, fills up to three, and names the others', async () => {
    const kept = await mine();
    const goes = await aBusiness(database.db, { slug: 'fig-2', name: 'Fig 2', categoryId: kept.categoryId });
    await store(kept.id, 'Own', '2030-05-20');
    await store(goes.id, 'Soon over', '2030-05-10');
    await store(goes.id, 'Next', '2030-06-10');
    await store(goes.id, 'Last', '2030-07-10');
    const staff = await browserOf(await aUser(database.db, { role: 'staff' }));
    await answerOf(await staff.post(`/api/staff/businesses/${goes.id}/merge`, { body: { into: kept.id } }));
    expect(await titles()).toEqual(['Own', 'Next', 'Last']);
    expect(await shown()).toEqual(['Own', 'Next', 'Last']);
    const [row] = await database.db.select().from(auditLog).where(eq(auditLog.action, 'business.merged'));
    expect(row?.data).toMatchObject({ 'offers left out': 'Soon over, until May 10, 2030' });
  });

  it('are in the personal download of the owner alone', async () => {
    const submitter = await aUser(database.db);
    const { id } = await mine({ submittedById: submitter.id });
    await add(id);
    const download = async (browser: TestBrowser) =>
      (await answerOf<{ businesses: { offers: unknown[] }[] }>(await browser.get('/api/account/data'))).businesses;
    expect(await download(ownerBrowser)).toMatchObject([{ offers: [cookie] }]);
    expect(await download(await browserOf(submitter))).toEqual([]);
  });

  it('go with the account of the owner; the listing stays', async () => {
    const { id } = await mine();
    await add(id);
    const other = await aBusiness(database.db, { premiumExpiresAt });
    await store(other.id, 'Of somebody else');
    await deleteOwnAccount(owner, services(), beforeDeletion);
    expect(await titles()).toEqual(['Of somebody else']);
    expect(await database.db.$count(businesses)).toBe(2);
  });

  it('go with the listing', async () => {
    const { id } = await mine();
    await add(id);
    await database.db.delete(businesses).where(eq(businesses.id, id));
    expect(await titles()).toEqual([]);
  });
});
