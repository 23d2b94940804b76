/** Owners see what staff changed in their listing, and change each field back. */
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Change } from '#features/approvals/contract.ts';
import type { OwnBusinessSummary, StaffChange } from '#features/businesses/owner-contract.ts';
import { auditLog, businesses, categories, corrections, listingManagers } from '#server/db/schema/index.ts';
import { aBusiness, type Business } from '#tests/factories/a-business.ts';
import { aCategory } from '#tests/factories/a-category.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { found, only } from '#tests/support/found.ts';
import { forgetQueuedMail, queuedMail } from '#tests/support/queued-mail.ts';
import { answerOf, aStaffOffice, type StaffOffice } from '#tests/support/staff-office.ts';
import { problemOf, TestBrowser } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';

const database = testDatabase();
let office: StaffOffice;
let bakery: Business;
beforeEach(async () => {
  office = await aStaffOffice(database);
  bakery = await aBusiness(database.db, {
    ...{ name: 'Oak Bakery', slug: 'oak-bakery', description: 'Bread from six on.', address: '1 Oak Street' },
    ...{ phone: '210-555-0110', website: 'https://oak.example.com/', websiteBy: 'staff' },
    ownerId: office.ownerUser.id,
  });
});

const read = async () =>
  only(await database.db.select().from(businesses).where(eq(businesses.id, bakery.id)), 'bakery');
async function edit(given: object, by: TestBrowser = office.staff): Promise<void> {
  const { name, description, address, categoryId } = await read();
  const body = { name, description, address, category: categoryId, ...given };
  await answerOf(await by.write('PUT', `/api/businesses/${bakery.id}`, { body }));
}
const shown = async (to: TestBrowser = office.owner): Promise<StaffChange[]> =>
  only(await answerOf<OwnBusinessSummary[]>(await to.get('/api/user/businesses')), 'listing').staffChanges;
const words = async (to?: TestBrowser) => (await shown(to)).map(({ label, before, after }) => [label, before, after]);
const back = (field: string, change: string, by: TestBrowser = office.owner) =>
  by.post(`/api/businesses/${bakery.id}/change-back`, { body: { field, change } });
const seen = async (field: string) =>
  found(
    (await shown()).find((change) => change.field === field),
    field,
  );
const newPhone = ['Phone', '210-555-0110', '210-555-0199'];

async function aManager(): Promise<TestBrowser> {
  const { id: userId } = await aUser(database.db);
  const given = { businessId: bakery.id, userId, invitedBy: office.ownerUser.id };
  await database.db.insert(listingManagers).values(given);
  return new TestBrowser(office.app).withSession(await aSession(database.db, userId));
}

async function takeOver(field: string, right: string): Promise<string> {
  const body = { field, right, source: 'It says so on the door.', email: '' };
  await answerOf(await office.visitor.post('/api/businesses/oak-bakery/corrections', { body }));
  const { id } = only(await database.db.select().from(corrections), 'suggestion');
  await answerOf(await office.staff.post(`/api/staff/corrections/${id}/accept`, { body: {} }));
  return id;
}

describe('the dashboard', () => {
  it('shows what staff changed, with old and new words, to owner and managers', async () => {
    expect(await shown()).toEqual([]);
    await edit({
      phone: '210-555-0199',
      website: '',
      category: (await aCategory(database.db, { name: 'Shops' })).slug,
    });
    const { name: former } = only(
      await database.db.select().from(categories).where(eq(categories.id, bakery.categoryId)),
      'category',
    );
    const told = [['Category', former, 'Shops'], newPhone, ['Website', 'https://oak.example.com/', '']];
    expect(await words()).toEqual(told);
    expect(await words(await aManager())).toEqual(told);
  });

  it('shows a suggested change that staff took over, which its mail says, and nothing once they have put it back', async () => {
    await forgetQueuedMail(database.pool);
    const id = await takeOver('phone', '210-555-0199');
    expect(await words()).toEqual([newPhone]);
    const mail = (await queuedMail(database.pool)).find(({ to }) => to === 'olga@example.com');
    expect(mail?.text).toContain('change it back on your dashboard, with one click');
    await answerOf(await office.staff.post(`/api/staff/corrections/${id}/undo`));
    expect(await words()).toEqual([]);
  });

  it('tells several edits of a field as one, and no field that was changed again since', async () => {
    await edit({ phone: '210-555-0150' });
    await edit({ phone: '210-555-0199', description: 'Bread from seven on.' });
    expect(await words()).toEqual([['Description', 'Bread from six on.', 'Bread from seven on.'], newPhone]);
    await edit({ description: 'Bread, always.' }, await aManager());
    expect(await words()).toEqual([newPhone]);
  });

  it.each([
    ['saves it', () => edit({ description: 'Bread from five on.' }, office.owner)],
    ['confirms it', async () => answerOf(await office.owner.post(`/api/businesses/${bakery.id}/confirmation`))],
  ])('is quiet once the owner %s, until staff change more', async (_, act) => {
    await edit({ phone: '210-555-0199' });
    await act();
    expect(await shown()).toEqual([]);
    await edit({ address: '2 Oak Street' });
    expect(await words()).toEqual([['Address', '1 Oak Street', '2 Oak Street']]);
  });

  it('is quiet after 30 days, and to an owner who came later', async () => {
    await edit({ phone: '210-555-0199' });
    await database.db.update(auditLog).set({ at: new Date(Date.now() - 31 * 86_400_000) });
    expect(await shown()).toEqual([]);
    await edit({ phone: '210-555-0150' });
    const next = await aUser(database.db);
    await database.db.update(businesses).set({ ownerId: next.id });
    expect(await shown(new TestBrowser(office.app).withSession(await aSession(database.db, next.id)))).toEqual([]);
  });

  it('does not show their own edits to staff who own a listing', async () => {
    await database.db.update(businesses).set({ ownerId: office.staffUser.id });
    await edit({ phone: '210-555-0199' });
    expect(await shown(office.staff)).toEqual([]);
  });
});

describe('Change it back', () => {
  it('puts one field back at once; the others stay as staff wrote them, and can be changed back, too', async () => {
    await edit({ phone: '210-555-0199', website: 'https://evil.example.com/' });
    await answerOf(await back('phone', (await seen('phone')).id));
    const row = await read();
    expect(row).toMatchObject({ phone: '210-555-0110', website: 'https://evil.example.com/', version: 3 });
    expect(await words()).toEqual([['Website', 'https://oak.example.com/', 'https://evil.example.com/']]);
    await answerOf(await back('website', (await seen('website')).id));
    // Nobody proves a claim by a website that an owner wrote.
    expect(await read()).toMatchObject({ website: 'https://oak.example.com/', websiteBy: 'owner' });
    expect(await shown()).toEqual([]);
  });

  it('gives a name its own address again', async () => {
    await takeOver('name', 'Acorn Bakery');
    expect((await read()).slug).toBe('acorn-bakery');
    await answerOf(await back('name', (await seen('name')).id));
    expect(await read()).toMatchObject({ name: 'Oak Bakery', slug: 'oak-bakery', nameKey: 'oak bakery' });
  });

  it('waits for staff as any edit of an owner does, and says that it is one back', async () => {
    await edit({ phone: '210-555-0199' });
    await answerOf(await back('phone', (await seen('phone')).id));
    const change = only(await answerOf<Change[]>(await office.staff.get('/api/staff/changes?state=open')), 'edit');
    expect(change).toMatchObject({
      isByOwner: true,
      isBack: true,
      fields: [{ field: 'phone', before: '210-555-0199', after: '210-555-0110', state: 'live' }],
    });
    const all = await answerOf<Change[]>(await office.staff.get(`/api/staff/changes?business=${bakery.id}`));
    expect(all.map(({ isBack, isByOwner }) => [isBack, isByOwner])).toEqual([
      [true, true],
      [false, false],
    ]);
  });

  it.each([
    ['staff', () => edit({ phone: '210-555-0150' })],
    ['its owner in another tab', () => edit({ phone: '210-555-0150' }, office.owner)],
    ['this very button', async () => answerOf(await back('phone', (await seen('phone')).id))],
  ])('refuses when %s changed the field again since', async (_, act) => {
    await edit({ phone: '210-555-0199' });
    const { id } = await seen('phone');
    await act();
    const before = await read();
    expect(await problemOf(await back('phone', id))).toMatchObject({
      status: 409,
      message:
        'Phone was changed again since, so nothing was changed back. Look at what your listing says now, and edit it if it is not right.',
    });
    expect(await read()).toEqual(before);
  });

  it('refuses a category that is not offered any more', async () => {
    await edit({ category: (await aCategory(database.db, { name: 'Shops' })).slug });
    await database.db.update(categories).set({ isHidden: true }).where(eq(categories.id, bakery.categoryId));
    expect(await problemOf(await back('categoryId', (await seen('categoryId')).id))).toMatchObject({
      status: 409,
      message: 'This category is not offered any more. Edit your listing, and choose another one.',
    });
  });

  it('is for owner and managers alone, and for a field that staff changed', async () => {
    await edit({ phone: '210-555-0199' });
    const { id } = await seen('phone');
    const stranger = new TestBrowser(office.app).withSession(
      await aSession(database.db, (await aUser(database.db)).id),
    );
    expect((await back('phone', id, office.visitor)).status).toBe(401);
    for (const other of [stranger, office.staff]) expect((await back('phone', id, other)).status).toBe(403);
    expect((await back('ownerId', id)).status).toBe(409);
    expect((await back('phone', 'no id')).status).toBe(422);
    await answerOf(await back('phone', id, await aManager()));
    expect((await read()).phone).toBe('210-555-0110');
  });
});
