/** Staff undo an edit that somebody else than today's owner made: nobody reads "what you changed" of what others did. */
import { eq } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import type { Change } from '#features/approvals/contract.ts';
import { auditLog, businesses, listingManagers, users } from '#server/db/schema/index.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { aUser, type User } from '#tests/factories/a-user.ts';
import { forgetQueuedMail, queuedMail } from '#tests/support/queued-mail.ts';
import { answerOf, aStaffOffice, type StaffOffice } from '#tests/support/staff-office.ts';
import { TestBrowser } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';
import { workOffJobs } from '#tests/support/work-off-jobs.ts';

const database = testDatabase();
let office: StaffOffice;
let max: User;
let id: string;
beforeEach(async () => {
  await forgetQueuedMail(database.pool);
  office = await aStaffOffice(database);
  max = await aUser(database.db, { username: 'max', email: 'max@example.com', emailVerifiedAt: new Date() });
  const phone = '(210) 555-0142';
  const fields = {
    name: 'García Bakery',
    description: 'Bread and cakes, every day.',
    address: '12 Oak Street',
    phone,
    ownerId: office.ownerUser.id,
  };
  ({ id } = await aBusiness(database.db, fields));
});

async function editBy(browser: TestBrowser): Promise<Change> {
  const [row] = await database.db.select().from(businesses).where(eq(businesses.id, id));
  if (!row) throw new Error('the business is gone');
  const { name, description, address, categoryId } = row;
  const body = { name, description, address, category: categoryId, phone: '(210) 555-0666' };
  await answerOf(await browser.write('PUT', `/api/businesses/${id}`, { body }));
  const [change] = await answerOf<Change[]>(await office.staff.get('/api/staff/changes'));
  if (!change) throw new Error('the edit is not in the list');
  return change;
}

type Told = Change & { told: string | null };
const undo = async (change: Change) =>
  answerOf<Told>(await office.staff.post(`/api/staff/changes/${change.id}/undo`, { body: {} }));
const redo = async (change: Change) =>
  answerOf<Change>(await office.staff.post(`/api/staff/changes/${change.id}/redo`, { body: {} }));
const mails = async () => {
  await workOffJobs(testServices(database));
  return queuedMail(database.pool);
};

/** As a hand-over leaves it. */
async function handOver() {
  await database.db.update(businesses).set({ ownerId: max.id }).where(eq(businesses.id, id));
  const line = { action: 'business.handed-over', subjectType: 'business', subjectId: id, actorId: max.id };
  await database.db.insert(auditLog).values(line);
}

it('a new owner reads that it was changed before the listing was theirs', async () => {
  const change = await editBy(office.owner);
  await handOver();
  expect((await undo(change)).told).toBe('max');
  const [mail, ...others] = await mails();
  expect(others).toEqual([]);
  expect(mail).toMatchObject({ to: 'max@example.com', subject: 'We put back part of an edit of García Bakery' });
  expect(mail?.text).toContain('what was changed at García Bakery before it was yours');
  expect(mail?.text).not.toMatch(/you changed|you wrote|who manages|no access/);
});

it('a manager is told of the own edit, and the owner who made it', async () => {
  await database.db.insert(listingManagers).values({ businessId: id, userId: max.id, invitedBy: office.ownerUser.id });
  const manager = new TestBrowser(office.app).withSession(await aSession(database.db, max.id));
  const change = await editBy(manager);
  expect((await undo(change)).told).toBe('olga and max');
  const sent = await mails();
  const to = (address: string) => sent.find((mail) => mail.to === address)?.text ?? '';
  expect(sent).toHaveLength(2);
  expect(to('max@example.com')).toContain('We looked at what you changed at García Bakery');
  expect(to('olga@example.com')).toMatch(/what max, who manages García Bakery with you, changed\s+there\./);
  expect(to('olga@example.com')).not.toMatch(/you changed|you wrote/);
});

it('an account that is deleted is not taken for the owner', async () => {
  const change = await editBy(office.owner);
  await handOver();
  await database.db.delete(users).where(eq(users.id, office.ownerUser.id));
  expect((await undo(change)).told).toBe('max');
  expect((await mails())[0]?.text).toContain('before it was yours');
});

it('names nobody where no mail goes: the listing has no owner, or the last word that was mailed is true again', async () => {
  const change = await editBy(office.owner);
  expect((await undo(change)).told).toBe('olga');
  await mails();
  await redo(change);
  expect((await undo(change)).told).toBeNull();
  expect(await mails()).toHaveLength(1);
  await redo(change);
  await database.db.update(businesses).set({ ownerId: null }).where(eq(businesses.id, id));
  expect((await undo(change)).told).toBeNull();
});
