/** Owners and staff confirm that a listing is still right, by the button or by saving; the listing's page shows the day. */
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { createApi } from '#app/api/api.ts';
import { deleteOwnAccount } from '#features/accounts/server/delete-account.ts';
import { auditLog, businesses } from '#server/db/schema/index.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aBusinessForm } from '#tests/factories/a-business-form.ts';
import { aCategory, type Category } from '#tests/factories/a-category.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { aUser, type User } from '#tests/factories/a-user.ts';
import { problemOf, TestBrowser } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';

const database = testDatabase();
const now = new Date('2030-05-01T12:00:00Z');
const session = { createdAt: now, lastUsedAt: now, expiresAt: new Date('2030-06-01T00:00:00Z') };
let owner: User;
let category: Category;

const browserOf = async (user: User) =>
  new TestBrowser(createApi(testServices(database, { now: () => now }))).withSession(
    await aSession(database.db, user.id, session),
  );
const confirmedAt = async (id: string) =>
  (await database.db.select().from(businesses).where(eq(businesses.id, id)))[0]?.confirmedAt?.toISOString() ?? null;
const mine = (given: Parameters<typeof aBusiness>[1] = {}) =>
  aBusiness(database.db, { ...aBusinessForm, categoryId: category.id, ownerId: owner.id, ...given });

beforeEach(async () => {
  owner = await aUser(database.db);
  category = await aCategory(database.db, { slug: 'food-dining' });
});

describe('a confirmation', () => {
  it('by the owner is public at once, changes nothing else, and is noted', async () => {
    const business = await mine({ slug: 'fig' });
    const browser = await browserOf(owner);
    const response = await browser.post(`/api/businesses/${business.id}/confirmation`);
    expect([response.status, await response.json()]).toEqual([200, { confirmedAt: now.toISOString() }]);
    expect(await (await browser.get('/api/businesses/fig')).json()).toMatchObject({ confirmedAt: now.toISOString() });
    expect(await (await browser.get('/api/user/businesses')).json()).toMatchObject([
      { confirmedAt: now.toISOString() },
    ]);
    const [row] = await database.db.select().from(businesses);
    expect(row).toEqual({ ...business, confirmedAt: now });
    expect(await database.db.select().from(auditLog)).toMatchObject([
      { action: 'business.confirmed', actorId: owner.id, subjectId: business.id },
    ]);
  });

  it('by staff counts for any listing', async () => {
    const business = await aBusiness(database.db);
    const staff = await browserOf(await aUser(database.db, { role: 'staff' }));
    expect((await staff.post(`/api/businesses/${business.id}/confirmation`)).status).toBe(200);
    expect(await confirmedAt(business.id)).toBe(now.toISOString());
  });

  it('comes with a save, also with one that changes nothing', async () => {
    const browser = await browserOf(owner);
    for (const changes of [{}, { phone: '210-555-0199' }]) {
      const { id } = await mine({ confirmedAt: new Date('2029-01-01T00:00:00Z') });
      const body = { ...aBusinessForm, ...changes };
      expect((await browser.write('PUT', `/api/businesses/${id}`, { body })).status).toBe(200);
      expect(await confirmedAt(id)).toBe(now.toISOString());
    }
  });

  it('comes with the approval by staff', async () => {
    const { id } = await mine({ status: 'pending', approvedAt: null });
    const staff = await browserOf(await aUser(database.db, { role: 'staff' }));
    expect((await staff.post(`/api/staff/businesses/${id}/approve`, { body: { version: 1 } })).status).toBe(200);
    expect(await confirmedAt(id)).toBe(now.toISOString());
  });

  it('goes with the account of its owner, and comes again with staff', async () => {
    const { id } = await mine({ slug: 'fig', confirmedAt: now });
    const others = await aBusiness(database.db, { confirmedAt: now });
    await deleteOwnAccount(owner, testServices(database, { now: () => now }), []);
    expect([await confirmedAt(id), await confirmedAt(others.id)]).toEqual([null, now.toISOString()]);
    const staff = await browserOf(await aUser(database.db, { role: 'staff' }));
    expect(await (await staff.get('/api/businesses/fig')).json()).toMatchObject({ confirmedAt: null });
    expect((await staff.post(`/api/businesses/${id}/confirmation`)).status).toBe(200);
    expect(await confirmedAt(id)).toBe(now.toISOString());
  });

  it('is refused to everybody else, and where visitors see nothing', async () => {
    const { id } = await mine();
    const path = `/api/businesses/${id}/confirmation`;
    const app = createApi(testServices(database, { now: () => now }));
    expect(await problemOf(await new TestBrowser(app).post(path))).toMatchObject({ status: 401 });
    const other = await browserOf(await aUser(database.db));
    expect(await problemOf(await other.post(path))).toMatchObject({ status: 403, code: 'forbidden' });
    const browser = await browserOf(owner);
    const unknown = `/api/businesses/${crypto.randomUUID()}/confirmation`;
    expect(await problemOf(await browser.post(unknown))).toMatchObject({ status: 404 });
    for (const status of ['pending', 'rejected', 'hidden'] as const) {
      const unseen = await mine({ status });
      const refused = await browser.post(`/api/businesses/${unseen.id}/confirmation`);
      expect(await problemOf(refused), status).toMatchObject({ status: 409, code: 'conflict' });
    }
    expect(await confirmedAt(id)).toBeNull();
  });
});
