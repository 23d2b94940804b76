/** Staff let an edit stand again that was undone, by a slip or for good; the owner's mails stay true. */
import { and, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Change, QueueItem } from '#features/approvals/contract.ts';
import type { OwnBusinessSummary } from '#features/businesses/owner-contract.ts';
import { auditLog, businesses } from '#server/db/schema/index.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { forgetQueuedMail, queuedMail } from '#tests/support/queued-mail.ts';
import { answerOf, aStaffOffice, type StaffOffice } from '#tests/support/staff-office.ts';
import { problemOf, TestBrowser } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';
import { workOffJobs } from '#tests/support/work-off-jobs.ts';

const database = testDatabase();
let office: StaffOffice;
let id: string;
let change: Change;

const former = { phone: '(210) 555-0142', website: 'https://garcia-bakery.example/' };
const edited = { phone: '(210) 555-0666', website: 'https://figs.example/' };

const read = async () => {
  const [row] = await database.db.select().from(businesses).where(eq(businesses.id, id));
  if (!row) throw new Error('the business is gone');
  return row;
};

async function edit(given: Record<string, unknown>, by = office.owner): Promise<Change> {
  const { name, description, address, categoryId } = await read();
  const body = { name, description, address, category: categoryId, ...given };
  await answerOf(await by.write('PUT', `/api/businesses/${id}`, { body }));
  const [last] = await answerOf<Change[]>(await office.staff.get(`/api/staff/changes?business=${id}`));
  if (!last) throw new Error('the edit is not in the list');
  return last;
}

beforeEach(async () => {
  await forgetQueuedMail(database.pool);
  office = await aStaffOffice(database);
  const given = {
    name: 'García Bakery',
    address: '12 Oak Street',
    description: 'Bread and cakes, baked every morning.',
    websiteBy: 'import',
  } as const;
  id = (await aBusiness(database.db, { ownerId: office.ownerUser.id, status: 'approved', ...given, ...former })).id;
  change = await edit(edited);
});

const post = (act: 'undo' | 'redo' | 'keep', body?: object, by = office.staff) =>
  by.post(`/api/staff/changes/${change.id}/${act}`, body && { body });
const undo = async (body: object = {}) => answerOf<Change>(await post('undo', body));
const redo = async (body: object = {}) => answerOf<Change>(await post('redo', body));
const states = ({ fields }: Change) => Object.fromEntries(fields.map(({ field, state }) => [field, state]));
const waiting = async () => answerOf<QueueItem[]>(await office.staff.get('/api/staff/queue?kind=change'));
const letters = async () => {
  await workOffJobs(testServices(database));
  return (await queuedMail(database.pool)).filter(({ to }) => to === 'olga@example.com');
};

describe('a slip', () => {
  it('is as if it had not been: the values, the line in the queue, and no mail', async () => {
    const undone = await undo({ reason: 'This is not yours.' });
    expect(undone.fields).toMatchObject([{ canRedo: true }, { canRedo: true }]);
    expect(await waiting()).toEqual([]);
    const after = await redo({ fields: ['phone', 'website'], isSlip: true });
    expect(after).toMatchObject({ reviewed: null });
    expect(states(after)).toEqual({ phone: 'live', website: 'live' });
    expect(after.fields).toMatchObject([{ undone: null }, { undone: null }]);
    // The owner's website proves no claim.
    expect(await read()).toMatchObject({ ...edited, websiteBy: 'owner' });
    expect(await waiting()).toMatchObject([{ kind: 'change', id: change.id }]);
    expect(await answerOf(await office.staff.get('/api/staff/counts'))).toMatchObject({ changes: 1 });
    expect(await letters()).toEqual([]);
  });

  it('leaves an edit reviewed that was reviewed before', async () => {
    await answerOf(await post('keep'));
    await undo();
    expect(await redo({ isSlip: true })).toMatchObject({ reviewed: { undone: false, by: 'stella' } });
    expect(await waiting()).toEqual([]);
  });

  it('takes its field out of the mail that waits, and leaves the other in it', async () => {
    await undo({ fields: ['phone'], reason: 'Nobody answers there.' });
    await undo({ fields: ['website'] });
    await redo({ fields: ['phone'], isSlip: true });
    const [mail, ...more] = await letters();
    expect(more).toEqual([]);
    expect(mail?.subject).toBe('We put back part of your edit of García Bakery');
    expect(mail?.text).toContain(`Website: ${edited.website} → ${former.website}`);
    expect(mail?.text).not.toMatch(/Phone|Nobody answers/);
    expect(await read()).toMatchObject({ phone: edited.phone, website: former.website });
  });
});

describe('after the mail about the undo', () => {
  it('a second mail says what stands again', async () => {
    await undo();
    await letters();
    expect(await redo({ fields: ['phone'] })).toMatchObject({ reviewed: { undone: false } });
    expect(await waiting()).toEqual([]);
    const [, second, ...more] = await letters();
    expect(more).toEqual([]);
    expect(second?.subject).toBe('Your edit of García Bakery stands again');
    expect(second?.text).toContain(`Phone: ${former.phone} → ${edited.phone}`);
    expect(second?.text).not.toContain('Website');
  });

  it('a redo that is undone again at once sends nothing more', async () => {
    await undo();
    await letters();
    await redo({ fields: ['phone'] });
    await undo({ fields: ['phone'] });
    expect(await letters()).toHaveLength(1);
    expect(await read()).toMatchObject(former);
  });
});

it('the mail about an edit of staff says once what stands in the end', async () => {
  change = await edit({ ...edited, phone: '(210) 555-0777' }, office.staff);
  await undo();
  expect(states(await redo())).toEqual({ phone: 'live' });
  expect((await letters()).map(({ subject }) => subject)).toEqual(['We changed García Bakery']);
});

it('leaves the dashboard with what is still put back', async () => {
  const putBack = async () =>
    (await answerOf<OwnBusinessSummary[]>(await office.owner.get('/api/user/businesses')))[0]?.putBack;
  await undo({ fields: ['phone'], reason: 'Nobody answers there.' });
  await undo({ fields: ['website'] });
  await redo({ fields: ['website'] });
  expect(await putBack()).toMatchObject({ fields: ['Phone'], reason: 'Nobody answers there.' });
  await redo({ fields: ['phone'] });
  expect(await putBack()).toBeNull();
});

it('stands in both histories', async () => {
  await undo({ fields: ['phone'] });
  await redo({ fields: ['phone'] });
  const isThis = eq(auditLog.action, 'business.edit-redone');
  const [entry] = await database.db
    .select()
    .from(auditLog)
    .where(and(isThis, eq(auditLog.subjectId, id)));
  expect(entry).toMatchObject({ actorId: office.staffUser.id, data: { phone: [former.phone, edited.phone] } });
  const isChange = and(eq(auditLog.action, 'change.redone'), eq(auditLog.subjectId, change.id));
  expect(await database.db.$count(auditLog, isChange)).toBe(1);
});

describe('is refused', () => {
  it('for a field that stands, or that was changed since, and for what the edit did not change', async () => {
    expect(await problemOf(await post('redo', {}))).toMatchObject({ status: 409, fields: { phone: 'Not undone' } });
    await undo();
    await edit({ ...former, phone: '(210) 555-0777' });
    const refused = await problemOf(await post('redo', { fields: ['phone', 'website'] }));
    expect(refused).toMatchObject({ status: 409, fields: { phone: 'Changed since' } });
    expect((await post('redo', { fields: ['hours'] })).status).toBe(409);
    expect(states(await redo())).toEqual({ phone: 'undone', website: 'live' });
    expect(await read()).toMatchObject({ phone: '(210) 555-0777', website: edited.website });
  });

  it('for one of two who do it at once, for an edit that is gone, and for who may not', async () => {
    await undo();
    const { id: colleague } = await aUser(database.db, { role: 'staff', username: 'carla' });
    const carla = new TestBrowser(office.app).withSession(await aSession(database.db, colleague));
    const answers = await Promise.all([post('redo', {}), post('redo', {}, carla)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await post('redo', {}, office.owner)).status).toBe(403);
    change = { ...change, id: '0198d3a0-0000-7000-8000-000000000000' };
    expect((await post('redo', {})).status).toBe(404);
  });

  it('for a value with the address of an account that is deleted', async () => {
    await undo({ fields: ['phone'] });
    const data = { phone: [former.phone, '(erased)'], website: [former.website, edited.website] };
    await database.db.update(auditLog).set({ data }).where(eq(auditLog.id, change.id));
    expect((await post('redo', { fields: ['phone'] })).status).toBe(409);
  });
});
