/** A submission that matches a listing goes live only after staff confirm it twice. Staff can also reject it as a duplicate. */
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import type { QueueItem, StaffBusiness } from '#features/approvals/contract.ts';
import type { EditableBusiness } from '#features/businesses/owner-contract.ts';
import { matchKeys } from '#features/businesses/server/written-fields.ts';
import { auditLog, businesses } from '#server/db/schema/index.ts';
import { aBusiness, type Business } from '#tests/factories/a-business.ts';
import { aCategory } from '#tests/factories/a-category.ts';
import { forgetQueuedMail, queuedMail } from '#tests/support/queued-mail.ts';
import { answerOf, aStaffOffice, type StaffOffice } from '#tests/support/staff-office.ts';
import { problemOf } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';

const database = testDatabase();
let office: StaffOffice;
beforeEach(async () => {
  await forgetQueuedMail(database.pool);
  office = await aStaffOffice(database);
});

const form = {
  name: 'The Oakbend Bakery, LLC',
  description: 'Bread and cakes, baked every morning.',
  address: '12 Oak St., Oakbend, TX 78209',
  phone: '(210) 555-0142',
};

async function submit(given: Partial<typeof form> = {}): Promise<EditableBusiness> {
  const category = (await aCategory(database.db)).slug;
  const body = { ...form, category, ...given };
  const business = await answerOf<EditableBusiness>(await office.owner.post('/api/businesses', { body }));
  await forgetQueuedMail(database.pool);
  return business;
}

/** The listing that the submission repeats. */
const listed = (given: Partial<Business> = {}) => {
  const looks = { name: 'Oakbend Bakery', address: '12 Oak Street', ...given };
  return aBusiness(database.db, { slug: 'oakbend', ...looks, ...matchKeys(looks) });
};
const approve = (id: string, body: object) => office.staff.post(`/api/staff/businesses/${id}/approve`, { body });
const statusOf = async (id: string) =>
  (await database.db.select().from(businesses).where(eq(businesses.id, id)))[0]?.status;
const look = async (id: string) => answerOf<StaffBusiness>(await office.staff.get(`/api/staff/businesses/${id}`));

describe('an approval', () => {
  it.each<[string, Partial<Business>]>([
    ['the same address', {}],
    ['the same phone', { address: '99 Elm Street', phone: '+1 210.555.0142' }],
    ['the same address, hidden', { status: 'hidden' }],
    ['the same address, with an owner', { description: 'owned' }],
  ])('of a business of the same name at %s is refused until it is confirmed', async (_, given) => {
    const ownerId = given.description === 'owned' ? office.staffUser.id : null;
    const twin = await listed({ ...given, ownerId });
    const { id, version } = await submit();
    expect((await look(id)).lookAlikes).toMatchObject([{ id: twin.id, isDuplicate: true }]);
    const other = await aBusiness(database.db, { name: 'Oakbend Bakery', status: 'pending', phone: '210-555-0199' });
    const lines = await answerOf<QueueItem[]>(await office.staff.get('/api/staff/queue?kind=listing'));
    expect(new Map(lines.map((line) => [line.id, line]))).toMatchObject(
      new Map([
        [id, { isDuplicate: true }],
        [other.id, { isDuplicate: false, alike: [] }],
      ]),
    );

    const refused = await problemOf(await approve(id, { version }));
    expect(refused).toMatchObject({ status: 409, code: 'conflict', fields: { confirm: twin.id } });
    expect(refused.message).toContain('Oakbend Bakery');
    if (given.status !== 'hidden') expect(refused.message).toContain('/business/oakbend');
    const unknown = '0198d3a0-0000-7000-8000-000000000000';
    expect((await approve(id, { version, confirm: unknown })).status).toBe(409);
    expect((await approve(id, { version, confirm: true })).status).toBe(422);
    expect(await statusOf(id)).toBe('pending');
    expect((await queuedMail(database.pool)).filter(({ to }) => to === 'olga@example.com')).toEqual([]);

    await answerOf(await approve(id, { version, confirm: twin.id }));
    expect(await statusOf(id)).toBe('approved');
    const [row] = await database.db.select().from(auditLog).where(eq(auditLog.action, 'business.approved'));
    expect(row?.data).toMatchObject({ besides: [twin.id] });
  });

  it.each<[string, Partial<Business>]>([
    ['another name at the same address', { name: 'Upstairs' }],
    ['the same name elsewhere', { address: '99 Elm Street', phone: '210-555-0199' }],
    ['a rejected one', { status: 'rejected' }],
    ['one that waits', { status: 'pending' }],
  ])('beside %s takes no more than before', async (_, given) => {
    await listed(given);
    const { id, version } = await submit();
    await answerOf(await approve(id, { version }));
  });

  it.each<[string, Partial<Business>, boolean]>([
    [
      'the same phone and much the same name',
      { name: 'Oakbend Coffee Bakery', address: '99 Elm Street', phone: '210-555-0142' },
      true,
    ],
    [
      'the same phone and quite another name',
      { name: 'Night Plumber', address: '99 Elm Street', phone: '210-555-0142' },
      false,
    ],
    [
      'much the same name and no phone',
      { name: 'Oakbend Coffee Bakery', address: '99 Elm Street', phone: null },
      false,
    ],
  ])('asks, and refuses nothing, beside %s', async (_, given, isAsked) => {
    const twin = await listed(given);
    const { id, version } = await submit();
    expect((await look(id)).lookAlikes.filter(({ isDuplicate }) => isDuplicate).map((one) => one.id)).toEqual(
      isAsked ? [twin.id] : [],
    );
    expect(await answerOf(await office.staff.get('/api/staff/queue?kind=listing'))).toMatchObject([
      { id, isDuplicate: isAsked },
    ]);
    await answerOf(await approve(id, { version }));
  });

  it.each<[string, Partial<Business>, string[]]>([
    ['the same name elsewhere', { address: '99 Elm Street', phone: '210-555-0199' }, ['name']],
    ['the same name, and waits, too', { address: '99 Elm Street', phone: null, status: 'pending' }, ['name']],
    ['the same house', { name: 'Upstairs', phone: null }, ['address']],
    ['the same phone', { name: 'Night Plumber', address: '99 Elm Street', phone: '2105550142' }, ['phone']],
    ['nothing in common', { name: 'Night Plumber', address: '99 Elm Street', phone: null }, []],
    ['the same name and is rejected', { address: '99 Elm Street', phone: null, status: 'rejected' }, []],
  ])('is marked on its line beside one that has %s', async (_, given, alike) => {
    await listed(given);
    const { id } = await submit();
    const lines = await answerOf<QueueItem[]>(await office.staff.get('/api/staff/queue?kind=listing'));
    expect(lines.find((line) => line.id === id)).toMatchObject({ alike, isDuplicate: false });
  });

  it('looks at what the edits make of it', async () => {
    const twin = await listed();
    const { id, version } = await submit({ name: 'Corner Bread', phone: '210-555-0199' });
    const category = (await aCategory(database.db)).slug;
    const edits = { ...form, category };
    const refused = await problemOf(await approve(id, { version, edits }));
    expect(refused).toMatchObject({ status: 409, fields: { confirm: twin.id } });
    expect((await look(id)).name).toBe('Corner Bread');
    await answerOf(await approve(id, { version, edits, confirm: [twin.id] }));
    expect((await look(id)).name).toBe(form.name);

    const apart = await submit();
    const moved = { ...form, category, name: 'Quite Another Name', phone: '' };
    await answerOf(await approve(apart.id, { version: apart.version, edits: moved }));
  });

  it('names every one of several, and takes no part of them for all', async () => {
    const first = await listed();
    const second = await listed({ slug: 'oakbend-2' });
    const { id, version } = await submit();
    const refused = await problemOf(await approve(id, { version, confirm: [first.id] }));
    expect(refused).toMatchObject({ status: 409, fields: { confirm: `${first.id}, ${second.id}` } });
    await answerOf(await approve(id, { version, confirm: [second.id, first.id] }));
  });

  it('of one of two that wait makes the other a duplicate, also when both are approved at once', async () => {
    const waiting = [await submit(), await submit({ name: 'Oakbend Bakery' })];
    const answers = await Promise.all(waiting.map(({ id, version }) => approve(id, { version })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const states = await Promise.all(waiting.map(({ id }) => statusOf(id)));
    expect(states.toSorted()).toEqual(['approved', 'pending']);
  });

  it('notices a listing that an edit has made the same meanwhile', async () => {
    const other = await listed({ name: 'Mill', ownerId: office.ownerUser.id });
    const { id, version } = await submit();
    expect((await look(id)).lookAlikes.filter(({ isDuplicate }) => isDuplicate)).toEqual([]);
    const category = (await aCategory(database.db)).slug;
    await answerOf(await office.owner.write('PUT', `/api/businesses/${other.id}`, { body: { ...form, category } }));
    expect(await problemOf(await approve(id, { version }))).toMatchObject({ fields: { confirm: other.id } });
  });
});

it('a hidden duplicate comes back only when that is confirmed', async () => {
  const twin = await listed();
  const hidden = await listed({ slug: 'oakbend-2', status: 'hidden' });
  const show = (body: object = {}) =>
    office.staff.write('PUT', `/api/staff/businesses/${hidden.id}/hidden`, { body: { hidden: false, ...body } });
  expect(await problemOf(await show())).toMatchObject({ status: 409, fields: { confirm: twin.id } });
  expect(await statusOf(hidden.id)).toBe('hidden');
  await answerOf(await show({ confirm: twin.id }));
});

describe('reject as duplicate', () => {
  const reject = (id: string, body: object) =>
    office.staff.post(`/api/staff/businesses/${id}/reject-duplicate`, { body });

  it('tells who sent it in where the listing is, and how to claim it', async () => {
    const twin = await listed();
    const { id, version } = await submit();
    const after = await answerOf<StaffBusiness>(await reject(id, { version, of: twin.id }));
    expect(after.status).toBe('rejected');
    expect(after.rejectionReason).toContain('in the directory already: Oakbend Bakery, 12 Oak Street');
    expect(after.rejectionReason).toMatch(/\/claim-business\?business=oakbend$/);
    const letter = (await queuedMail(database.pool)).find(({ to }) => to === 'olga@example.com');
    expect(letter?.subject).toBe('The Oakbend Bakery, LLC is in the directory already');
    for (const part of ['12 Oak Street', '/business/oakbend', '/claim-business?business=oakbend']) {
      expect(letter?.text).toContain(part);
    }
    expect((await problemOf(await reject(id, { version, of: twin.id }))).status).toBe(409);
  });

  it('offers no claim where there is an owner', async () => {
    const twin = await listed({ ownerId: office.staffUser.id });
    const { id, version } = await submit();
    const after = await answerOf<StaffBusiness>(await reject(id, { version, of: twin.id }));
    expect(after.rejectionReason).toContain('has an owner already');
    const letter = (await queuedMail(database.pool)).find(({ to }) => to === 'olga@example.com');
    expect(letter?.text).not.toContain('claim-business');
  });

  it('names only another listing that visitors can see', async () => {
    const hidden = await listed({ status: 'hidden' });
    const { id, version } = await submit();
    expect((await reject(id, { version, of: hidden.id })).status).toBe(409);
    expect((await reject(id, { version, of: id })).status).toBe(409);
    expect((await reject(id, { version, of: '0198d3a0-0000-7000-8000-000000000000' })).status).toBe(404);
    const body = { version, of: hidden.id };
    expect((await office.owner.post(`/api/staff/businesses/${id}/reject-duplicate`, { body })).status).toBe(403);
    expect(await statusOf(id)).toBe('pending');
  });
});
