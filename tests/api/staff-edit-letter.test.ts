/** Owner and managers are mailed what staff changed in their listing: once for everything within a minute, and only what still stands. */
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Change } from '#features/approvals/contract.ts';
import { businesses, listingManagers, users } from '#server/db/schema/index.ts';
import { aBusiness, type Business } from '#tests/factories/a-business.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { found, only } from '#tests/support/found.ts';
import { forgetQueuedMail, queuedMail } from '#tests/support/queued-mail.ts';
import { answerOf, aStaffOffice, type StaffOffice } from '#tests/support/staff-office.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';
import { workOffJobs } from '#tests/support/work-off-jobs.ts';

const database = testDatabase();
let office: StaffOffice;
let bakery: Business;

const listing = async () => {
  office = await aStaffOffice(database);
  await database.db.update(users).set({ emailVerifiedAt: new Date() }).where(eq(users.id, office.ownerUser.id));
  bakery = await aBusiness(database.db, {
    ...{ name: 'Oak Bakery', slug: 'oak-bakery', description: 'Bread from six on.', address: '1 Oak Street' },
    ...{ phone: '210-555-0110', email: 'oak@example.com', ownerId: office.ownerUser.id },
  });
  await forgetQueuedMail(database.pool);
};
beforeEach(listing);

const set = (given: Partial<Business>) => database.db.update(businesses).set(given).where(eq(businesses.id, bakery.id));

async function edit(given: object, by = office.staff): Promise<void> {
  const rows = await database.db.select().from(businesses).where(eq(businesses.id, bakery.id));
  const { name, description, address, categoryId } = only(rows, 'bakery');
  const body = { name, description, address, category: categoryId, ...given };
  await answerOf(await by.write('PUT', `/api/businesses/${bakery.id}`, { body }));
}

const mails = async () => {
  await workOffJobs(testServices(database));
  return queuedMail(database.pool);
};
const toOwner = async () =>
  only(
    (await mails()).filter(({ to }) => to === 'olga@example.com'),
    'mail',
  );
const lastChange = async () =>
  found((await answerOf<Change[]>(await office.staff.get(`/api/staff/changes?business=${bakery.id}`)))[0], 'change');
const review = async (id: string, act: 'undo' | 'redo') =>
  answerOf(await office.staff.post(`/api/staff/changes/${id}/${act}`, { body: {} }));

async function aManager(username: string, invitedBy = office.ownerUser.id, isConfirmed = true): Promise<string> {
  const emailVerifiedAt = isConfirmed ? new Date() : null;
  const { id: userId, email } = await aUser(database.db, { username, emailVerifiedAt });
  await database.db.insert(listingManagers).values({ businessId: bakery.id, userId, invitedBy });
  return email;
}

describe('what the mail says', () => {
  it('is one mail for all that was changed, with old and new words and the way back', async () => {
    await edit({ phone: '210-555-0150' });
    await edit({ phone: '210-555-0199', email: '', website: 'https://oak.example.com/' });
    const { subject, text } = await toOwner();
    expect(subject).toBe('We changed Oak Bakery');
    expect(text).toMatch(/Phone\. It said:\s+> 210-555-0110\s+It says now:\s+> 210-555-0199/);
    expect(text).toMatch(/Email\. It said:\s+> oak@example\.com\s+It is removed\./);
    expect(text).toMatch(/Website\. It was empty\.\s+It says now:\s+> https:\/\/oak\.example\.com\//);
    expect(text).not.toContain('0150');
    expect(text).toContain('change it back on your dashboard, with one click');
    expect(text).toContain(`/dashboard#by-staff-${bakery.id}`);
    expect(text).not.toContain('/edit-business/');
  });

  it('leaves out what staff or the owner have changed again, and is not sent for nothing', async () => {
    await edit({ phone: '210-555-0199', address: '2 Oak Street' });
    await edit({ phone: '210-555-0110' });
    const { text } = await toOwner();
    expect(text).toContain('2 Oak Street');
    expect(text).not.toContain('210-555');

    await forgetQueuedMail(database.pool);
    await edit({ phone: '210-555-0199' });
    await edit({ phone: '210-555-0133' }, office.owner);
    expect((await mails()).filter(({ to }) => to === 'olga@example.com')).toEqual([]);
  });

  it('begins with the words of the owner who wrote between two edits', async () => {
    await edit({ phone: '210-555-0150' });
    await edit({ phone: '210-555-0133' }, office.owner);
    await edit({ phone: '210-555-0199' });
    expect((await toOwner()).text).toMatch(/It said:\s+> 210-555-0133\s+It says now:\s+> 210-555-0199/);
  });

  it('makes no link of what stands in a listing whose owner has not confirmed the mailbox', async () => {
    await database.db.update(users).set({ emailVerifiedAt: null }).where(eq(users.id, office.ownerUser.id));
    await edit({ website: 'https://oak.example.com/' });
    expect((await toOwner()).text).not.toContain('https://oak.example.com/');
  });
});

describe('an undo of the edit among the changes of the listing', () => {
  it('within the minute is as if nothing had been', async () => {
    await edit({ phone: '210-555-0199' });
    const change = await lastChange();
    expect(change.tells).toBe('olga');
    await review(change.id, 'undo');
    expect(await mails()).toEqual([]);
  });

  it('is told after the mail, and so is letting it stand again', async () => {
    await edit({ phone: '210-555-0199' });
    const { id } = await lastChange();
    await toOwner();
    await forgetQueuedMail(database.pool);
    await review(id, 'undo');
    const { text } = await toOwner();
    expect(text).toMatch(/It said:\s+> 210-555-0199\s+It says now:\s+> 210-555-0110/);
    // The dashboard has nothing to change back.
    expect(text).not.toContain('one click');
    expect(text).toContain(`/edit-business/${bakery.id}`);

    await forgetQueuedMail(database.pool);
    await review(id, 'redo');
    expect((await toOwner()).text).toContain('with one click');
  });
});

describe('who gets it', () => {
  it('the owner, and managers of this owner with a confirmed mailbox', async () => {
    const manager = await aManager('manny');
    await aManager('unconfirmed', office.ownerUser.id, false);
    await aManager('former', office.staffUser.id);
    await edit({ phone: '210-555-0199' });
    expect((await mails()).map(({ to }) => to).sort()).toEqual([manager, 'olga@example.com'].sort());
  });

  it('nobody for an edit by the owner, for staff who own it, and without an owner', async () => {
    await edit({ phone: '210-555-0199' }, office.owner);
    await set({ ownerId: office.staffUser.id });
    await edit({ phone: '210-555-0150' });
    await set({ ownerId: null });
    await edit({ phone: '210-555-0133' });
    expect(await mails()).toEqual([]);
  });

  it('not an owner who lost it meanwhile or is banned, nor the next one', async () => {
    await edit({ phone: '210-555-0199' });
    await set({ ownerId: (await aUser(database.db)).id });
    expect(await mails()).toEqual([]);
    await set({ ownerId: office.ownerUser.id });
    await edit({ phone: '210-555-0150' });
    await database.db.update(users).set({ bannedAt: new Date() }).where(eq(users.id, office.ownerUser.id));
    expect(await mails()).toEqual([]);
  });

  it('nobody about a listing that goes back to review', async () => {
    await set({ status: 'rejected', rejectionReason: 'The street is missing.' });
    await edit({ phone: '210-555-0199' });
    expect((await mails()).filter(({ subject }) => subject.startsWith('We changed'))).toEqual([]);
  });

  it('a suggested change that staff take over has its own mail alone', async () => {
    const body = { field: 'phone', right: '210-555-0199', source: 'It says so on the door.', email: '' };
    await answerOf(await office.visitor.post('/api/businesses/oak-bakery/corrections', { body }));
    const [line] = await answerOf<{ id: string }[]>(await office.staff.get('/api/staff/corrections'));
    await answerOf(await office.staff.post(`/api/staff/corrections/${found(line, 'line').id}/accept`, { body: {} }));
    expect((await toOwner()).subject).toBe('We corrected Oak Bakery');
  });
});
