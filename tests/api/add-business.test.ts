/** Staff add a listing for the town: live at once, nobody's, with the question about duplicates and a way back. */
import { eq } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { matchKeys } from '#features/businesses/server/written-fields.ts';
import { auditLog, businesses } from '#server/db/schema/index.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aCategory } from '#tests/factories/a-category.ts';
import { only } from '#tests/support/found.ts';
import { forgetQueuedMail, queuedMail } from '#tests/support/queued-mail.ts';
import { answerOf, aStaffOffice, type StaffOffice } from '#tests/support/staff-office.ts';
import { problemOf } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';

const database = testDatabase();
let office: StaffOffice;
let category: string;
beforeEach(async () => {
  await forgetQueuedMail(database.pool);
  office = await aStaffOffice(database);
  category = (await aCategory(database.db)).slug;
});

const form = {
  name: 'Oakbend Bakery',
  description: 'Bread and cakes, baked every morning.',
  address: '12 Oak Street, Oakbend, TX 78209',
  phone: '(210) 555-0142',
};
const add = (given: object = {}, by = office.staff) =>
  by.post('/api/staff/businesses', { body: { ...form, category, ...given } });
const row = async (id: string) =>
  only(await database.db.select().from(businesses).where(eq(businesses.id, id)), 'the listing');

it('is in the directory at once, owned by nobody, and noted', async () => {
  const { id, slug } = await answerOf<{ id: string; slug: string }>(await add({ website: 'oakbend.example' }));
  expect(await row(id)).toMatchObject({
    ...{ status: 'approved', ownerId: null, submittedById: null, websiteBy: 'staff', name: form.name },
    ...{ approvedAt: expect.any(Date), confirmedAt: expect.any(Date) },
  });
  expect(await answerOf(await office.visitor.get(`/api/businesses/${slug}`))).toMatchObject({ ownerId: null });
  expect(await queuedMail(database.pool)).toEqual([]);
  const [noted] = await database.db.select().from(auditLog).where(eq(auditLog.subjectId, id));
  expect(noted).toMatchObject({ action: 'business.added', actorId: office.staffUser.id });
});

it('waits for no limit of visitors', async () => {
  for (let at = 0; at < 25; at++) {
    expect((await add({ name: `Shop ${at}`, address: `${at} Elm Street`, phone: '' })).status).toBe(201);
  }
});

it('asks about what is here already, and takes the answer', async () => {
  const looks = { name: form.name, address: form.address };
  const twin = await aBusiness(database.db, { ...looks, ...matchKeys(looks), status: 'hidden' });
  expect(await problemOf(await add())).toMatchObject({ code: 'conflict', fields: { confirm: twin.id } });
  expect((await add({ confirm: [twin.id] })).status).toBe(201);
});

it('asks about the same phone with a name much alike, too', async () => {
  const looks = { name: 'Oakbend Bakery & Cakes', address: '1 Elm Street' };
  const alike = await aBusiness(database.db, { ...looks, ...matchKeys(looks), phone: '210.555.0142' });
  expect(await problemOf(await add())).toMatchObject({ code: 'conflict', fields: { confirm: alike.id } });
});

it('is hidden by an undo', async () => {
  const { id, slug } = await answerOf<{ id: string; slug: string }>(await add());
  await answerOf(await office.staff.post('/api/staff/undo', { body: { subjectId: id } }));
  expect((await row(id)).status).toBe('hidden');
  expect((await office.visitor.get(`/api/businesses/${slug}`)).status).toBe(404);
});

it('is refused to owners, and names the fields that do not fit', async () => {
  expect((await add({}, office.owner)).status).toBe(403);
  expect((await add({}, office.visitor)).status).toBe(401);
  expect(await problemOf(await add({ name: '', email: 'no' }))).toMatchObject({
    code: 'invalid',
    fields: { name: 'Business name is required', email: 'Invalid email' },
  });
  expect((await add({ category: 'nothing-like-it' })).status).toBe(422);
});
