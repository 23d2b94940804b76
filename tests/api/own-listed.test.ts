/** An owner takes an own listing off the directory, and puts it back. */
import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import type { EditableBusiness, OwnBusinessSummary } from '#features/businesses/owner-contract.ts';
import { matchKeys } from '#features/businesses/server/written-fields.ts';
import { auditLog, businesses, listingManagers } from '#server/db/schema/index.ts';
import { aBusiness, type Business } from '#tests/factories/a-business.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { aUser, type User } from '#tests/factories/a-user.ts';
import { forgetQueuedMail, queuedMail } from '#tests/support/queued-mail.ts';
import { answerOf, aStaffOffice, type StaffOffice } from '#tests/support/staff-office.ts';
import { problemOf, TestBrowser } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';

const database = testDatabase();
const place = { name: 'Fig & Ladder', address: '12 Oak Street', phone: null };
let office: StaffOffice;
let figs: Business;
let max: User;
let manager: TestBrowser;
beforeEach(async () => {
  office = await aStaffOffice(database);
  await forgetQueuedMail(database.pool);
  const { id: ownerId } = office.ownerUser;
  figs = await aBusiness(database.db, { ...place, ...matchKeys(place), ownerId, version: 3 });
  max = await aUser(database.db, { username: 'max', email: 'max@example.com' });
  await database.db.insert(listingManagers).values({ businessId: figs.id, userId: max.id, invitedBy: ownerId });
  manager = new TestBrowser(office.app).withSession(await aSession(database.db, max.id));
});

const list = (listed: boolean, by = office.owner, id = figs.id) =>
  by.write('PUT', `/api/businesses/${id}/listed`, { body: { listed } });
const hide = (hidden: boolean) =>
  office.staff.write('PUT', `/api/staff/businesses/${figs.id}/hidden`, { body: { hidden, reason: 'It is closed.' } });
const stored = async () => (await database.db.select().from(businesses).where(eq(businesses.id, figs.id)))[0];
const mine = async (by = office.owner) => answerOf<OwnBusinessSummary[]>(await by.get('/api/user/businesses'));
const found = async () =>
  (await answerOf<{ name: string }[]>(await office.visitor.get('/api/businesses?search=ladder'))).map(
    ({ name }) => name,
  );
const seen = async () => (await office.visitor.get(`/api/businesses/${figs.slug}`)).status;
const mails = async () =>
  (await queuedMail(database.pool))
    .map(({ to, subject, text }) => ({ to, subject, text }))
    .toSorted((a, b) => (a.to < b.to ? -1 : 1));
/** The time of the undo is over. */
const later = () => forgetQueuedMail(database.pool);

test('it is gone for visitors and back again, with its people told and a line in the history for each', async () => {
  expect([await seen(), await found()]).toEqual([200, ['Fig & Ladder']]);
  expect(await answerOf(await list(false))).toEqual({ status: 'hidden' });
  expect([await seen(), await found()]).toEqual([404, []]);
  expect(await mine()).toMatchObject([{ status: 'hidden', hiddenByOwner: true, isOwner: true }]);
  expect(await mine(manager)).toMatchObject([{ status: 'hidden', hiddenByOwner: true, isOwner: false }]);
  expect(await mails()).toMatchObject([
    {
      to: 'max@example.com',
      subject: 'Fig & Ladder is off the directory',
      text: expect.stringContaining('The owner of'),
    },
    {
      to: 'olga@example.com',
      subject: 'Fig & Ladder is off the directory',
      text: expect.stringContaining('You have taken'),
    },
  ]);
  await later();
  expect(await answerOf(await list(true))).toEqual({ status: 'approved' });
  expect([await seen(), await found()]).toEqual([200, ['Fig & Ladder']]);
  expect(await mine()).toMatchObject([{ status: 'approved', hiddenByOwner: false }]);
  expect((await mails()).map(({ to, subject }) => [to, subject])).toEqual([
    ['max@example.com', 'Fig & Ladder is back on the directory'],
    ['olga@example.com', 'Fig & Ladder is back on the directory'],
  ]);
  const lines = await database.db.select().from(auditLog).where(eq(auditLog.subjectId, figs.id)).orderBy(auditLog.id);
  expect(lines.map(({ action, actorId }) => [action, actorId])).toEqual([
    ['business.taken-off-by-owner', office.ownerUser.id],
    ['business.put-back-by-owner', office.ownerUser.id],
  ]);
});

test('what is put back at once is mailed to nobody, and an open edit can still be saved', async () => {
  await answerOf(await list(false));
  await answerOf(await list(true));
  expect(await mails()).toEqual([]);
  expect(await stored()).toMatchObject({ status: 'approved', version: 3 });
});

test('what staff have hidden only staff show, also when its owner was first', async () => {
  await answerOf(await hide(true));
  expect(await mine()).toMatchObject([{ status: 'hidden', hiddenByOwner: false }]);
  expect(await problemOf(await list(true))).toMatchObject({
    ...{ status: 409, code: 'conflict' },
    message: 'We have taken this business off the directory. Please answer our email about it.',
  });
  expect((await list(false)).status).toBe(409);
  await answerOf(await hide(false));
  await answerOf(await list(false));
  const desk = await answerOf<EditableBusiness>(await office.staff.get(`/api/staff/businesses/${figs.id}`));
  expect(desk).toMatchObject({ status: 'hidden', hiddenByOwner: true });
  await answerOf(await hide(true));
  expect(await stored()).toMatchObject({ status: 'hidden', hiddenByOwner: false });
  expect((await list(true)).status).toBe(409);
});

test('the undo of staff gives the owner the say again', async () => {
  await answerOf(await list(false));
  await answerOf(await hide(true));
  await answerOf(await office.staff.post('/api/staff/undo', { body: { subjectId: figs.id } }));
  expect(await stored()).toMatchObject({ status: 'hidden', hiddenByOwner: true });
  expect((await list(true)).status).toBe(200);
});

test('a place that has another listing by now is not shown twice', async () => {
  await answerOf(await list(false));
  await aBusiness(database.db, { ...place, ...matchKeys(place) });
  expect(await problemOf(await list(true))).toMatchObject({
    ...{ status: 409, code: 'conflict' },
    message: 'The directory has another listing of this place by now. Please write to us about it.',
  });
  expect(await stored()).toMatchObject({ status: 'hidden', hiddenByOwner: true });
});

test.each(['pending', 'rejected'] as const)('one that is %s is neither taken off nor put on', async (status) => {
  await database.db.update(businesses).set({ status });
  for (const listed of [true, false]) expect((await list(listed)).status).toBe(409);
  expect(await stored()).toMatchObject({ status });
});

test('twice is refused, and so is anybody but the owner', async () => {
  expect((await list(true)).status).toBe(409);
  for (const by of [manager, office.staff]) expect((await list(false, by)).status).toBe(403);
  expect((await list(false, office.visitor)).status).toBe(401);
  expect((await list(false, office.owner, office.ownerUser.id)).status).toBe(404);
  expect((await office.owner.write('PUT', `/api/businesses/${figs.id}/listed`, { body: {} })).status).toBe(422);
  await answerOf(await list(false));
  expect((await list(false)).status).toBe(409);
  for (const by of [manager, office.staff]) expect((await list(true, by)).status).toBe(403);
});
