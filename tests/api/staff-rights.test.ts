/** Staff do what their rights allow, and nothing else. */
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import type { PersonDetail } from '#features/accounts/people-contract.ts';
import { addStaff } from '#features/accounts/server/add-staff.ts';
import type { AuditRow } from '#features/audit/contract.ts';
import { auditLog, sessions, users } from '#server/db/schema/index.ts';
import { securityEvents } from '#server/security-events.ts';
import type { StaffRight } from '#shared/staff-rights.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { mailTo } from '#tests/support/mailed-link.ts';
import { forgetQueuedMail } from '#tests/support/queued-mail.ts';
import { answerOf, aStaffOffice, type StaffOffice } from '#tests/support/staff-office.ts';
import { problemOf, TestBrowser } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';

const database = testDatabase();
let office: StaffOffice;
beforeEach(async () => {
  await forgetQueuedMail(database.pool);
  office = await aStaffOffice(database);
});

async function memberWith(...rights: StaffRight[]): Promise<TestBrowser> {
  const { id } = await aUser(database.db, { role: 'staff', rights });
  return new TestBrowser(office.app).withSession(await aSession(database.db, id));
}
const setRights = (id: string, rights: readonly string[], by = office.staff, was?: readonly string[]) =>
  by.write('PUT', `/api/staff/people/${id}/role`, { body: { role: 'staff', rights, was } });
const forbidden = async () =>
  (await securityEvents.get()).values.find(({ labels }) => labels.event === 'forbidden')?.value ?? 0;

describe('a right', () => {
  it('opens its calls and no others, with a plain sentence that is counted', async () => {
    const editor = await memberWith('editor');
    expect((await editor.get('/api/staff/articles')).status).toBe(200);
    expect(await answerOf(await editor.get('/api/auth/me'))).toMatchObject({ role: 'staff', rights: ['editor'] });
    const before = await forbidden();
    expect(await problemOf(await editor.get('/api/staff/queue'))).toMatchObject({
      status: 403,
      code: 'forbidden',
      message: 'Only a moderator or an administrator may do this. An administrator can give you the right.',
    });
    expect(await problemOf(await editor.get('/api/staff/people'))).toMatchObject({
      status: 403,
      message: 'Only an administrator may do this.',
    });
    expect(await forbidden()).toBe(before + 2);
  });

  it('of several add up', async () => {
    const both = await memberWith('editor', 'treasurer');
    const paths = ['articles', 'billing/subscriptions', 'listing-orders', 'queue', 'settings'];
    const statuses = await Promise.all(paths.map(async (path) => (await both.get(`/api/staff/${path}`)).status));
    expect(statuses).toEqual([200, 200, 200, 403, 403]);
  });

  it('lets moderators alone change listings of others', async () => {
    const { id } = await aBusiness(database.db, { ownerId: office.ownerUser.id });
    const look = async (browser: TestBrowser) => (await browser.get(`/api/businesses/id/${id}`)).status;
    expect(await look(await memberWith('moderator'))).toBe(200);
    expect(await look(await memberWith('editor', 'treasurer'))).toBe(404);
    expect(await look(office.staff)).toBe(200);
  });

  it('shows the history of what it changes', async () => {
    const kinds = ['business', 'article', 'subscription', 'user'];
    await database.db
      .insert(auditLog)
      .values(kinds.map((subjectType) => ({ action: 'tried', subjectType, subjectId: '1' })));
    const seen = async (browser: TestBrowser) =>
      (await answerOf<AuditRow[]>(await browser.get('/api/staff/audit?action=tried')))
        .map(({ subjectType }) => subjectType)
        .toReversed();
    expect(await seen(await memberWith('moderator'))).toEqual(['business']);
    expect(await seen(await memberWith('editor', 'treasurer'))).toEqual(['article', 'subscription']);
    expect(await seen(office.staff)).toEqual(kinds);
  });
});

describe('rights are given by administrators', () => {
  it('with mails to the person and every administrator, an audit row, and an end of the sessions', async () => {
    const member = await aUser(database.db, { username: 'mona', role: 'staff', rights: ['editor'] });
    const editor = await aUser(database.db, { role: 'staff', rights: ['editor'] });
    const session = new TestBrowser(office.app).withSession(await aSession(database.db, member.id));
    const answer = await answerOf<PersonDetail>(await setRights(member.id, ['treasurer', 'moderator']));
    expect(answer).toMatchObject({ role: 'staff', rights: ['moderator', 'treasurer'], sessions: [] });
    expect((await session.get('/api/auth/me')).status).toBe(401);
    expect((await mailTo(database.db, member.email))[0]?.text).toContain('You are a moderator and a treasurer now.');
    const [told] = await mailTo(database.db, office.staffUser.email);
    expect(told?.text).toContain('was an editor');
    expect(told?.text).toContain('by stella');
    expect(await mailTo(database.db, editor.email)).toEqual([]);
    expect(await database.db.select().from(auditLog)).toMatchObject([
      {
        action: 'user.rights-changed',
        actorId: office.staffUser.id,
        data: { rights: [['editor'], ['moderator', 'treasurer']] },
      },
    ]);
    expect((await setRights(member.id, ['moderator', 'treasurer'])).status).toBe(409);
  });

  it('as they are seen: a form that is still open neither gives a right back nor drops a new one', async () => {
    const member = await aUser(database.db, { username: 'mona', role: 'staff', rights: ['editor', 'moderator'] });
    const second = await aUser(database.db, { username: 'amy', role: 'staff' });
    const amys = new TestBrowser(office.app).withSession(await aSession(database.db, second.id));
    const seen = ['moderator', 'editor'];
    expect((await setRights(member.id, ['moderator'], amys, seen)).status).toBe(200);
    expect(await problemOf(await setRights(member.id, [...seen, 'treasurer'], office.staff, seen))).toMatchObject({
      status: 409,
      message: 'amy changed these rights just now. mona is a moderator now. Look at it again.',
    });
    const remove = { body: { role: 'owner', was: seen } };
    expect((await office.staff.write('PUT', `/api/staff/people/${member.id}/role`, remove)).status).toBe(409);
    const [row] = await database.db.select().from(users).where(eq(users.id, member.id));
    expect(row?.rights).toEqual(['moderator']);
    expect((await setRights(member.id, ['moderator', 'treasurer'], office.staff, ['moderator'])).status).toBe(200);
  });

  it('by nobody else, never to oneself, and never none of them', async () => {
    const member = await aUser(database.db, { role: 'staff', rights: ['editor'] });
    const other = await memberWith('editor', 'moderator', 'treasurer');
    expect((await setRights(member.id, ['administrator'], other)).status).toBe(403);
    expect((await setRights(office.staffUser.id, ['editor'])).status).toBe(409);
    expect((await setRights(member.id, [])).status).toBe(422);
    expect((await setRights(member.id, ['owner'])).status).toBe(422);
  });

  it('so that one administrator is left, of two who lower each other at once, too', async () => {
    const second = await aUser(database.db, { role: 'staff' });
    const browser = new TestBrowser(office.app).withSession(await aSession(database.db, second.id));
    const both = await Promise.all([
      setRights(second.id, ['editor']),
      setRights(office.staffUser.id, ['editor'], browser),
    ]);
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
    const left = await database.db.select().from(users).where(eq(users.role, 'staff'));
    expect(left.filter(({ rights }) => rights.includes('administrator'))).toHaveLength(1);
  });
});

describe('the command', () => {
  const add = (email: string, rights?: readonly StaffRight[]) =>
    addStaff(
      database.db,
      { email, username: email.split('@')[0], password: undefined, actorId: null, rights },
      testServices(database),
    );
  const rightsOf = async (email: string) =>
    (await database.db.select().from(users).where(eq(users.email, email)))[0]?.rights;

  it('makes an administrator unless it names rights', async () => {
    await add('whole@town.example');
    await add('part@town.example', ['moderator', 'editor']);
    expect(await rightsOf('whole@town.example')).toEqual(['administrator']);
    expect(await rightsOf('part@town.example')).toEqual(['editor', 'moderator']);
    await add('part@town.example');
    expect(await rightsOf('part@town.example')).toEqual(['administrator']);
  });

  it('leaves no site without an administrator', async () => {
    await expect(add(office.staffUser.email, ['editor'])).rejects.toMatchObject({ code: 'conflict' });
    await database.db.delete(users);
    await expect(add('first@town.example', ['editor'])).rejects.toMatchObject({ code: 'conflict' });
  });

  const command = async (...given: string[]) => {
    const env = { ...process.env, DATABASE_URL: database.url, SITE_URL: 'http://oakbend.example' };
    const child = spawn(process.execPath, ['src/app/cli/staff.ts', ...given], { env, stdio: 'pipe' });
    return (await Promise.all([text(child.stdout), text(child.stderr)])).join('');
  };

  it('lists staff and takes somebody out, never the last administrator, and says one line about a fault', async () => {
    const { email, username } = office.staffUser;
    const ed = await aUser(database.db, { role: 'staff', rights: ['editor', 'treasurer'] });
    await aSession(database.db, ed.id);
    const list = await command('list');
    expect(list).toContain(`${email}, known as ${username}: an administrator`);
    expect(list).toContain(`${ed.email}, known as ${ed.username}: an editor and a treasurer, no second factor`);
    expect(list).not.toContain(office.ownerUser.email);
    expect(await command('remove', ed.email.toUpperCase())).toContain('is not staff any more');
    expect(await rightsOf(ed.email)).toEqual([]);
    expect(await database.db.$count(sessions, eq(sessions.userId, ed.id))).toBe(0);
    expect(await command('remove', ed.email)).toContain('is not staff.');
    expect(await command('remove', email)).toContain('The last administrator has to stay');
    const fault = await command('add', 'new@town.example', '--username', 'newcomer', '--password', 'short');
    expect(fault).toContain('--password: ');
    expect(fault).not.toContain('Usage');
    expect(fault.trim().split('\n')).toHaveLength(1);
  }, 120_000);

  it('takes only rights that there are', async () => {
    const run = (rights: string) => command('add', 'clerk@town.example', '--username', 'clerk', '--rights', rights);
    expect(await run('editor,owner')).toContain('--rights: one or more of editor, moderator, treasurer, administrator');
    expect(await run('editor, treasurer')).toContain('Rights: an editor and a treasurer.');
    expect(await rightsOf('clerk@town.example')).toEqual(['editor', 'treasurer']);
  });
});

it('of an owner are none', async () => {
  const answer = await answerOf<{ rights: string[] }>(await office.owner.get('/api/auth/me'));
  expect(answer).not.toHaveProperty('rights');
  await expect(
    database.db
      .update(users)
      .set({ rights: ['editor'] })
      .where(eq(users.id, office.ownerUser.id)),
  ).rejects.toThrow();
});
