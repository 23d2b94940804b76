/** Staff undo one field of an owner's edit: the others stay as they are, and the owner is told. */
import { and, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Change, QueueItem } from '#features/approvals/contract.ts';
import type { OwnBusinessSummary } from '#features/businesses/owner-contract.ts';
import { auditLog, businesses, users } from '#server/db/schema/index.ts';
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
beforeEach(async () => {
  await forgetQueuedMail(database.pool);
  office = await aStaffOffice(database);
});

const phone = '(210) 555-0142';
const website = 'https://garcia-bakery.example/';
const evil = { phone: '(210) 555-0666', website: 'https://evil.example/' };

async function aListing() {
  const { id } = await aBusiness(database.db, {
    ownerId: office.ownerUser.id,
    status: 'approved',
    name: 'García Bakery',
    description: 'Bread and cakes, baked every morning.',
    address: '12 Oak Street, Oakbend, TX 78209',
    phone,
    website,
  });
  return { id };
}

async function edit(id: string, given: Record<string, unknown>): Promise<Change> {
  const row = await read(id);
  const { name, description, address, categoryId } = row;
  const body = { name, description, address, category: categoryId, ...given };
  await answerOf(await office.owner.write('PUT', `/api/businesses/${id}`, { body }));
  const [change] = await answerOf<Change[]>(await office.staff.get('/api/staff/changes'));
  if (!change) throw new Error('the edit is not in the list');
  return change;
}

async function anEdit(given: Record<string, unknown> = evil) {
  const { id } = await aListing();
  return { id, change: await edit(id, given) };
}

async function read(id: string) {
  const [row] = await database.db.select().from(businesses).where(eq(businesses.id, id));
  if (!row) throw new Error('the business is gone');
  return row;
}

const undo = (id: string, body: object = {}, by = office.staff) => by.post(`/api/staff/changes/${id}/undo`, { body });
const keep = (id: string, by = office.staff) => by.post(`/api/staff/changes/${id}/keep`);
const waiting = async () => answerOf<QueueItem[]>(await office.staff.get('/api/staff/queue?kind=change'));
const states = ({ fields }: Change) => Object.fromEntries(fields.map(({ field, state }) => [field, state]));

async function aColleague(): Promise<TestBrowser> {
  const { id } = await aUser(database.db, { role: 'staff', username: 'carla' });
  return new TestBrowser(office.app).withSession(await aSession(database.db, id));
}

it('stands on the dashboard of its owner with date and reason, until the owner edits again', async () => {
  const { id, change } = await anEdit();
  const putBack = async () =>
    (await answerOf<OwnBusinessSummary[]>(await office.owner.get('/api/user/businesses')))[0]?.putBack;
  expect(await putBack()).toBeNull();
  await answerOf(await undo(change.id, { fields: ['phone'], reason: 'Nobody answers there.' }));
  expect(await putBack()).toEqual({ at: expect.any(String), fields: ['Phone'], reason: 'Nobody answers there.' });
  await edit(id, { phone: '(210) 555-0143' });
  expect(await putBack()).toBeNull();
});

describe('an edit of two fields', () => {
  it('has a state for each field; undone in part it waits on, with the live field undoable', async () => {
    const { id, change } = await anEdit();
    expect(states(change)).toEqual({ phone: 'live', website: 'live' });
    const partly = await answerOf<Change>(await undo(change.id, { fields: ['phone'] }));
    expect(partly).toMatchObject({
      fields: [
        { field: 'phone', state: 'undone', canUndo: false, undone: { by: 'stella' } },
        { field: 'website', state: 'live', canUndo: true, undone: null },
      ],
      reviewed: null,
    });
    expect(await read(id)).toMatchObject({ phone, website: evil.website });
    expect(await waiting()).toMatchObject([{ kind: 'change', id: change.id }]);
    expect(await answerOf(await office.staff.get('/api/staff/changes?state=open'))).toHaveLength(1);
    expect(await answerOf(await office.staff.get('/api/staff/counts'))).toMatchObject({ changes: 1 });

    const colleague = await aColleague();
    const whole = await answerOf<Change>(await undo(change.id, { fields: ['website'] }, colleague));
    expect(whole).toMatchObject({
      fields: [{ undone: { by: 'stella' } }, { state: 'undone', undone: { by: 'carla' } }],
      reviewed: { undone: true, by: 'carla' },
    });
    expect(await read(id)).toMatchObject({ phone, website });
    expect(await waiting()).toEqual([]);
  });

  it('undone as a whole after one field was undone puts back the rest', async () => {
    const { id, change } = await anEdit();
    await answerOf(await undo(change.id, { fields: ['website'] }));
    expect(await answerOf(await undo(change.id))).toMatchObject({ reviewed: { undone: true } });
    expect(await read(id)).toMatchObject({ phone, website });
    expect(await problemOf(await undo(change.id))).toMatchObject({
      status: 409,
      fields: { phone: 'Undone before', website: 'Undone before' },
    });
  });

  it('may be found right after it was undone in part, once', async () => {
    const { id, change } = await anEdit();
    await answerOf(await undo(change.id, { fields: ['phone'] }));
    expect(await answerOf(await keep(change.id))).toMatchObject({
      fields: [{ state: 'undone' }, { state: 'live', canUndo: true }],
      reviewed: { undone: false, by: 'stella' },
    });
    expect(await waiting()).toEqual([]);
    expect((await keep(change.id, await aColleague())).status).toBe(409);
    // A change that was accepted can still be undone.
    expect(await answerOf(await undo(change.id))).toMatchObject({ reviewed: { undone: true } });
    expect((await read(id)).website).toBe(website);
  });

  it('undone by two people at once, a field each, ends with both fields undone', async () => {
    const { id, change } = await anEdit();
    const colleague = await aColleague();
    const answers = await Promise.all([
      undo(change.id, { fields: ['phone'] }),
      undo(change.id, { fields: ['website'] }, colleague),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await read(id)).toMatchObject({ phone, website });
    const [after] = await answerOf<Change[]>(await office.staff.get('/api/staff/changes'));
    expect(after).toMatchObject({ reviewed: { undone: true } });
    expect(await waiting()).toEqual([]);
  });

  it('undone by two people at once, the same field, is undone by one of them', async () => {
    const { change } = await anEdit();
    const colleague = await aColleague();
    const body = { fields: ['phone'] };
    const answers = await Promise.all([undo(change.id, body), undo(change.id, body, colleague)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const again = await problemOf(await undo(change.id, body, colleague));
    const next = 'It cannot be undone again. To change what the listing says now, edit it.';
    expect(again.message).toMatch(/^(stella|You, in another tab,) undid Phone just now\. /);
    expect(again).toMatchObject({ status: 409, message: expect.stringContaining(next) });
  });

  it('says which field its owner has changed since; the whole undo leaves that field alone', async () => {
    const { id, change } = await anEdit();
    await edit(id, { ...evil, phone: '(210) 555-0777' });
    const refused = await problemOf(await undo(change.id, { fields: ['phone', 'website'] }));
    expect(refused).toMatchObject({ status: 409, fields: { phone: 'Changed since' } });
    expect(refused.message).toMatch(/^olga changed this business just now\. /);
    expect(refused.fields).not.toHaveProperty('website');
    const after = await answerOf<Change>(await undo(change.id));
    expect(states(after)).toEqual({ phone: 'changed', website: 'undone' });
    expect(after.reviewed).toMatchObject({ undone: true });
    expect(await read(id)).toMatchObject({ phone: '(210) 555-0777', website });
  });

  it('counts as undone also when its owner writes the same again, which is another edit', async () => {
    const { id, change } = await anEdit();
    await answerOf(await undo(change.id, { fields: ['phone'] }));
    const again = await edit(id, evil);
    expect(again.id).not.toBe(change.id);
    expect(states(again)).toEqual({ phone: 'live' });
    const [, first] = await answerOf<Change[]>(await office.staff.get('/api/staff/changes'));
    expect(first && states(first)).toEqual({ phone: 'undone', website: 'live' });
  });
});

it('works for hours, closings and social links', async () => {
  const hours = { mon: [['09:00', '17:00']] };
  const closures = [{ from: '2027-01-01', to: '2027-01-02', note: 'New year' }];
  const socialLinks = { facebook: 'https://facebook.com/evil' };
  const { id, change } = await anEdit({ hours, closures, socialLinks });
  const before = await database.db.select().from(auditLog).where(eq(auditLog.id, change.id));
  expect(Object.keys(states(change)).toSorted()).toEqual(['closures', 'hours', 'socialLinks']);
  for (const field of ['hours', 'closures']) await answerOf(await undo(change.id, { fields: [field] }));
  const row = await read(id);
  const old = before[0]?.data as Record<string, [unknown, unknown]>;
  expect(row.hours).toEqual(old.hours?.[0]);
  expect(row.closures).toEqual(old.closures?.[0]);
  expect(row.socialLinks).toEqual(socialLinks);
});

describe('the owner', () => {
  const letters = async () => {
    await workOffJobs(testServices(database));
    return queuedMail(database.pool);
  };

  it('gets one mail for fields undone within a minute: old and new of each, and why', async () => {
    const { change } = await anEdit();
    await answerOf(await undo(change.id, { fields: ['phone'], reason: 'This number is not yours.' }));
    await answerOf(await undo(change.id, { fields: ['website'] }));
    const mails = await letters();
    expect(mails).toMatchObject([
      { to: 'olga@example.com', subject: 'We put back part of your edit of García Bakery' },
    ]);
    const text = mails[0]?.text;
    expect(text).toContain(`Phone: ${evil.phone} → ${phone}`);
    expect(text).toContain(`Website: ${evil.website} → ${website}`);
    expect(text).toContain('> This number is not yours.');
  });

  it('reads in words what was empty or is empty again', async () => {
    const { id, change } = await anEdit({ phone: '', website: '', parking: 'Behind the house' });
    await answerOf(await undo(change.id));
    const long = 'Park on the street, not at the church next door. '.repeat(3).trim();
    await answerOf(await undo((await edit(id, { parking: long })).id));
    const text = (await letters())[0]?.text;
    expect(text).toContain(`Phone: removed → ${phone}`);
    expect(text).toContain('Where to park: Behind the house → empty again');
    expect(text).toMatch(/Where to park\. You wrote:\n\n(> .*\n)+\nIt is empty again\./);
  });

  it('gets another one for what is undone after the first has left', async () => {
    const { change } = await anEdit();
    await answerOf(await undo(change.id, { fields: ['phone'] }));
    await letters();
    await answerOf(await undo(change.id, { fields: ['website'] }));
    const [first, second, ...more] = await letters();
    expect(more).toEqual([]);
    expect(first?.text).not.toContain('Website');
    expect(second?.text).not.toContain('Phone');
  });

  it('mails nobody when the listing has no owner, or the account of the owner is deleted', async () => {
    const { id, change } = await anEdit();
    expect(change.tells).toBe('olga');
    await database.db.update(businesses).set({ ownerId: null }).where(eq(businesses.id, id));
    expect(await answerOf(await undo(change.id, { fields: ['phone'] }))).toMatchObject({ tells: null });
    await database.db.update(businesses).set({ ownerId: office.ownerUser.id }).where(eq(businesses.id, id));
    await answerOf(await undo(change.id, { fields: ['website'] }));
    await database.db.delete(users).where(eq(users.id, office.ownerUser.id));
    expect(await letters()).toEqual([]);
  });

  it('of an unconfirmed mailbox gets no links that were typed', async () => {
    await database.db.update(users).set({ emailVerifiedAt: null }).where(eq(users.id, office.ownerUser.id));
    const { change } = await anEdit();
    await answerOf(await undo(change.id));
    expect((await letters())[0]?.text).not.toContain('https://evil.example');
  });
});

it('keeps the reason with the undo, for colleagues', async () => {
  const { id, change } = await anEdit();
  await answerOf(await undo(change.id, { reason: 'This number is not yours.' }));
  const isUndo = and(eq(auditLog.action, 'business.edit-undone'), eq(auditLog.subjectId, id));
  const [entry] = await database.db.select().from(auditLog).where(isUndo);
  expect(entry?.data).toMatchObject({ reason: 'This number is not yours.', phone: [evil.phone, phone] });
});

it('puts an edit of staff back, too: it stands with its business alone, waits for nobody, and no mail goes out', async () => {
  const { id } = await aListing();
  const { name, description, address, categoryId } = await read(id);
  const body = { name, description, address, category: categoryId, phone: evil.phone };
  await answerOf(await office.staff.write('PUT', `/api/businesses/${id}`, { body }));
  expect(await answerOf(await office.staff.get('/api/staff/changes'))).toEqual([]);
  expect(await waiting()).toEqual([]);
  const [change] = await answerOf<Change[]>(await office.staff.get(`/api/staff/changes?business=${id}`));
  expect(change).toMatchObject({ isByOwner: false, fields: [{ field: 'phone', canUndo: true }] });
  expect((await keep(change?.id ?? '')).status).toBe(409);
  expect(states(await answerOf<Change>(await undo(change?.id ?? '')))).toMatchObject({ phone: 'undone' });
  expect((await read(id)).phone).toBe(phone);
  await workOffJobs(testServices(database));
  expect(await queuedMail(database.pool)).toEqual([]);
});
