/** Acts that end an invitation to the staff before the yes, also at the very moment of it. */
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { addStaff } from '#features/accounts/server/add-staff.ts';
import { removeStaff } from '#features/accounts/server/staff-by-command.ts';
import { auditLog, rateLimits, staffInvitations, users } from '#server/db/schema/index.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { aUser, type User } from '#tests/factories/a-user.ts';
import { only } from '#tests/support/found.ts';
import { anInvitingOffice, type InvitingOffice, mailbox } from '#tests/support/invited-colleague.ts';
import { queuedMail } from '#tests/support/queued-mail.ts';
import { answerOf } from '#tests/support/staff-office.ts';
import { TestBrowser } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';

const database = testDatabase();
let office: InvitingOffice;
let token: string;
let clara: User;
beforeEach(async () => {
  office = await anInvitingOffice(database, () => new Date());
});

async function begin(): Promise<void> {
  const confirmed = { emailVerifiedAt: new Date() };
  clara = await aUser(database.db, { username: 'clara', email: mailbox, ...confirmed });
  await answerOf(await office.invite());
  token = await office.token();
}

const herBrowser = async () => new TestBrowser(office.app).withSession(await aSession(database.db, clara.id));
const accept = async () => (await herBrowser()).post('/api/colleague-invitations', { body: { token } });
const setRole = (id: string, body: object) => office.other.write('PUT', `/api/staff/people/${id}/role`, { body });
const ban = (banned: boolean) => office.other.write('PUT', `/api/staff/people/${clara.id}/ban`, { body: { banned } });
const isOpen = async () => (await new TestBrowser(office.app).get(`/api/colleague-invitations?token=${token}`)).status;
const ended = async () =>
  (await database.db.select().from(auditLog).where(eq(auditLog.action, 'user.staff-invitation-ended'))).map(
    ({ data }) => data,
  );

describe('an invitation ends', () => {
  beforeEach(begin);

  it.each<[string, () => Promise<unknown>]>([
    ['its person is given rights by a colleague', () => setRole(clara.id, { role: 'staff', rights: ['treasurer'] })],
    ['its person is banned', () => ban(true)],
    ['who sent it loses the right', () => setRole(office.stella.id, { role: 'staff', rights: ['editor'] })],
    ['who sent it is staff no more', () => setRole(office.stella.id, { role: 'owner' })],
    ['the command takes who sent it out', () => removeStaff(database.db, office.stella.email, testServices(database))],
    [
      'the command makes its person staff',
      () =>
        addStaff(
          database.db,
          { email: mailbox, username: undefined, password: undefined, rights: ['editor'], actorId: null },
          testServices(database),
        ),
    ],
  ])('when %s, and does not come back', async (_, act) => {
    await act();
    expect(await isOpen()).toBe(404);
    expect(await ended()).toMatchObject([{ email: mailbox, rights: ['editor', 'moderator'] }]);
    await setRole(office.stella.id, { role: 'staff', rights: ['administrator'] });
    await ban(false);
    expect(await isOpen()).toBe(404);
    expect(await database.db.$count(staffInvitations)).toBe(0);
  });

  it('when its person says no by the link, signed in or not; who sent it is mailed', async () => {
    const say = (by: TestBrowser) => by.post('/api/colleague-invitations/decline', { body: { token } });
    const said = await answerOf<{ message: string }>(await say(new TestBrowser(office.app)));
    expect(said.message).toBe('You declined. stella is told by mail.');
    expect(await isOpen()).toBe(404);
    expect((await say(await herBrowser())).status).toBe(404);
    expect((await accept()).status).toBe(404);
    const letters = (await queuedMail(database.pool)).filter(({ to }) => to === office.stella.email);
    const declined = only(
      letters.filter(({ subject }) => subject.includes('declined')),
      'mail',
    );
    expect(declined.subject).toBe(`${mailbox} declined to join the staff`);
    expect(declined.text.replaceAll(/\s+/g, ' ')).toContain('as an editor and a moderator');
    const entries = await database.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.action, 'user.staff-invitation-declined'));
    expect(entries).toMatchObject([{ actorId: null, actorKind: 'link', data: { email: mailbox } }]);
  });

  it('not when who sent it gets another right besides', async () => {
    await setRole(office.stella.id, { role: 'staff', rights: ['editor', 'administrator'] });
    expect(await isOpen()).toBe(200);
  });

  it('with the account of who sent it, or a change of the database by hand', async () => {
    await database.db
      .update(users)
      .set({ rights: ['editor'] })
      .where(eq(users.id, office.stella.id));
    expect(await isOpen()).toBe(404);
    expect((await accept()).status).toBe(404);
    await database.db.delete(auditLog);
    await database.db.delete(users).where(eq(users.id, office.stella.id));
    expect(await database.db.$count(staffInvitations)).toBe(0);
  });
});

describe('at the same moment', () => {
  it('two yeses make one', async () => {
    await begin();
    const statuses = (await Promise.all([accept(), accept(), accept()])).map(({ status }) => status);
    // A session that the first yes has ended is refused as such.
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    const accepted = eq(auditLog.action, 'user.staff-invitation-accepted');
    expect(await database.db.$count(auditLog, accepted)).toBe(1);
  });

  it('two administrators who invite one address make one invitation', async () => {
    const both = await Promise.all([office.invite(), office.invite({ rights: ['treasurer'] }, office.other)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await database.db.$count(staffInvitations)).toBe(1);
  });

  it('two new accounts by one link make one', async () => {
    await office.invite();
    token = await office.token();
    const joins = await Promise.all(['clara', 'carla'].map((username) => office.join(token, { username })));
    expect(joins.map(({ status }) => status).toSorted()).toEqual([201, 404]);
    expect(await database.db.$count(users, eq(users.email, mailbox))).toBe(1);
  });

  it.each<[string, () => Promise<Response>]>([
    ['taken back', async () => office.other.write('DELETE', `/api/staff/invitations/${(await office.waiting()).id}`)],
    ['who sent it loses the right', () => setRole(office.stella.id, { role: 'staff', rights: ['editor'] })],
    ['its person is banned', () => ban(true)],
    ['its person is given rights', () => setRole(clara.id, { role: 'staff', rights: ['treasurer'] })],
  ])('a yes and: %s', { timeout: 60_000 }, async (_, act) => {
    for (let round = 0; round < 4; round++) {
      await database.db.delete(rateLimits);
      await database.db.delete(staffInvitations);
      await database.db.delete(users).where(eq(users.email, mailbox));
      await database.db
        .update(users)
        .set({ role: 'staff', rights: ['administrator'] })
        .where(eq(users.id, office.stella.id));
      office.staff.withSession(await aSession(database.db, office.stella.id));
      await begin();
      const [yes, other] = await Promise.all([accept(), act()]);
      expect(
        [yes.status, other.status].every((status) => status < 500),
        `round ${round}`,
      ).toBe(true);
      const [after] = await database.db.select().from(users).where(eq(users.id, clara.id));
      expect(await database.db.$count(staffInvitations), `round ${round}`).toBe(0);
      // The second act has seen what the first one did: nobody is banned and staff.
      expect(after?.role === 'staff' && after.bannedAt !== null, `round ${round}`).toBe(false);
      if (yes.status === 200) expect(after?.role).toBe('staff');
    }
  });

  it('an account that registers the address keeps nobody out', async () => {
    await office.invite();
    token = await office.token();
    const body = { username: 'mallory', email: mailbox, password: 'attacker pw 999' };
    const stranger = new TestBrowser(office.app, '198.51.100.9');
    const [joined] = await Promise.all([office.join(token), stranger.post('/api/auth/register', { body })]);
    expect(joined.status).toBe(201);
    expect((await stranger.get('/api/staff/counts')).status).not.toBe(200);
    expect(await database.db.select().from(users).where(eq(users.email, mailbox))).toMatchObject([
      { username: 'clara', role: 'staff' },
    ]);
  });
});
