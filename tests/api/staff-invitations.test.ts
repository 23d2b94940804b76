/** An administrator invites a colleague, who says yes by the mailed link. */
import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { hashPassword } from '#features/accounts/server/hash-password.ts';
import { hashToken } from '#features/accounts/server/opaque-token.ts';
import { sweepStaffInvitations } from '#features/staff-invitations/server/invite-colleague.ts';
import { auditLog, sessions, staffInvitations, users } from '#server/db/schema/index.ts';
import { dayMs } from '#shared/times.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { only } from '#tests/support/found.ts';
import { anInvitingOffice, type InvitingOffice, mailbox, password } from '#tests/support/invited-colleague.ts';
import { mailTo } from '#tests/support/mailed-link.ts';
import { forgetQueuedMail } from '#tests/support/queued-mail.ts';
import { answerOf } from '#tests/support/staff-office.ts';
import { problemOf, TestBrowser } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';

const database = testDatabase();
let time: Date;
let office: InvitingOffice;
beforeEach(async () => {
  await forgetQueuedMail(database.pool);
  time = new Date();
  office = await anInvitingOffice(database, () => time);
});

const stored = async () =>
  only(
    await database.db
      .select()
      .from(users)
      .where(eq(sql`lower(${users.email})`, mailbox)),
    'account',
  );
const link = (token: string) => new TestBrowser(office.app).get(`/api/colleague-invitations?token=${token}`);
const actions = async () =>
  (await database.db.select().from(auditLog).where(sql`${auditLog.action} like 'user.staff-inv%'`)).map(
    ({ action, actorId }) => [action, actorId],
  );
const clara = async (values: object = {}) =>
  aUser(database.db, {
    ...{ username: 'clara', email: 'Clara@town.example', emailVerifiedAt: new Date() },
    ...{ passwordHash: await hashPassword(password), ...values },
  });
const browserOf = async ({ id }: { id: string }) =>
  new TestBrowser(office.app).withSession(await aSession(database.db, id));
const accept = (by: TestBrowser, token: string) => by.post('/api/colleague-invitations', { body: { token } });

describe('somebody new', () => {
  it('reads who invites and as what, chooses name and password, and is staff with exactly these rights', async () => {
    expect(await answerOf(await office.invite())).toMatchObject([
      { email: mailbox, rights: ['editor', 'moderator'], by: 'stella' },
    ]);
    const [mail] = await mailTo(database.db, mailbox);
    expect(mail?.subject).toContain('stella invites you to the staff of');
    expect(mail?.text.replaceAll(/\s+/g, ' ')).toContain('as an editor and a moderator');
    const token = await office.token();
    expect(only(await database.db.select().from(staffInvitations), 'row').tokenHash).toBe(hashToken(token));
    expect(await answerOf(await link(token))).toEqual({
      ...{ by: 'stella', rights: 'an editor and a moderator', email: mailbox, hasAccount: false },
    });
    const her = new TestBrowser(office.app, '198.51.100.7');
    expect(await answerOf(await office.join(token, {}, her))).toMatchObject({
      ...{ username: 'clara', email: mailbox, role: 'staff', rights: ['editor', 'moderator'], emailVerified: true },
    });
    expect((await her.get('/api/staff/counts')).status).toBe(200);
    expect((await her.get('/api/staff/people')).status).toBe(403);
    const { id } = await stored();
    expect(await actions()).toEqual([
      ['user.staff-invited', office.stella.id],
      ['user.staff-invitation-accepted', id],
    ]);
    expect((await mailTo(database.db, mailbox)).at(-1)?.subject).toContain('You are staff');
    for (const { email } of [office.stella, office.boris]) {
      expect((await mailTo(database.db, email)).map(({ text }) => text.replaceAll(/\s+/g, ' '))).toEqual([
        expect.stringContaining('was made an editor and a moderator'),
      ]);
    }
    expect((await office.join(token, { username: 'carla' })).status).toBe(404);
    expect((await link(token)).status).toBe(404);
    expect(await answerOf(await office.staff.get('/api/staff/invitations'))).toEqual([]);
  });

  it.each([
    [{ password: 'password123' }, 'password'],
    [{ password: 'short' }, 'password'],
    [{ username: 'ab' }, 'username'],
    [{ username: 'Admin' }, 'username'],
    [{ username: 'Boris' }, 'username'],
  ])('is refused %o as on sign-up, and the link still works', async (given, field) => {
    await office.invite();
    const token = await office.token();
    const refused = await problemOf(await office.join(token, given));
    expect([409, 422]).toContain(refused.status);
    expect(refused.fields).toHaveProperty(field);
    expect((await office.join(token)).status).toBe(201);
  });

  it('gets an account of an unconfirmed mailbox without anything of who made it', async () => {
    const stranger = new TestBrowser(office.app, '198.51.100.9');
    const body = { username: 'mallory', email: mailbox, password: 'attacker pw 999' };
    expect((await stranger.post('/api/auth/register', { body })).status).toBe(201);
    await office.invite();
    const token = await office.token();
    expect(await answerOf(await link(token))).toMatchObject({ hasAccount: false });
    expect(await problemOf(await accept(stranger, token))).toMatchObject({ status: 409 });
    expect((await office.join(token)).status).toBe(201);
    expect((await stranger.get('/api/auth/me')).status).toBe(401);
    const logIn = { email: mailbox, password: body.password };
    expect((await new TestBrowser(office.app).post('/api/auth/login', { body: logIn })).status).toBe(401);
    expect(await stored()).toMatchObject({ username: 'clara', rights: ['editor', 'moderator'] });
  });
});

describe('somebody with an account', () => {
  it('logs in, says yes, and logs in again as staff', async () => {
    const her = await clara();
    await office.invite();
    const token = await office.token();
    expect(await answerOf(await link(token))).toMatchObject({ hasAccount: true });
    expect(await problemOf(await office.join(token, { username: 'carla' }))).toMatchObject({ status: 409 });
    const browser = await browserOf(her);
    await aSession(database.db, her.id);
    expect(await answerOf(await accept(browser, token))).toMatchObject({
      message: 'You are staff now. Log in again to open the staff area.',
    });
    expect(await database.db.$count(sessions, eq(sessions.userId, her.id))).toBe(0);
    expect(await stored()).toMatchObject({ username: 'clara', role: 'staff', rights: ['editor', 'moderator'] });
    expect((await actions()).at(-1)).toEqual(['user.staff-invitation-accepted', her.id]);
    expect((await mailTo(database.db, her.email)).at(-1)?.text).toContain('by stella');
  });

  it('is refused for another mailbox, signed out, and without a second factor that is set up', async () => {
    const max = await aUser(database.db, { username: 'max', email: 'max@example.com', emailVerifiedAt: new Date() });
    await office.invite();
    const token = await office.token();
    const refused = await problemOf(await accept(await browserOf(max), token));
    expect(refused).toMatchObject({ status: 409, message: expect.stringContaining(`for ${mailbox}`) });
    expect((await accept(new TestBrowser(office.app), token)).status).toBe(401);
    const her = await clara({ totpSecret: 'JBSWY3DPEHPK3PXP', totpConfirmedAt: new Date() });
    expect(await problemOf(await accept(await browserOf(her), token))).toMatchObject({ code: 'second_factor' });
    expect(await stored()).toMatchObject({ role: 'owner' });
  });
});

describe('an invitation', () => {
  it('is refused for staff, for somebody banned, without a right, and where one waits', async () => {
    expect(await problemOf(await office.invite({ email: 'BORIS@town.example' }))).toMatchObject({
      ...{ status: 409, fields: { email: expect.stringContaining('boris is staff already') } },
    });
    await aUser(database.db, { email: 'banned@example.com', bannedAt: new Date() });
    expect(await problemOf(await office.invite({ email: 'banned@example.com' }))).toMatchObject({ status: 409 });
    expect(await problemOf(await office.invite({ rights: [] }))).toMatchObject({
      ...{ status: 422, fields: { rights: 'Please choose at least one right' } },
    });
    expect((await office.invite({ email: 'clara@' })).status).toBe(422);
    expect((await office.invite()).status).toBe(200);
    expect(await problemOf(await office.invite({ email: mailbox.toUpperCase() }, office.other))).toMatchObject({
      ...{ status: 409, message: expect.stringContaining('stella has invited this address already') },
    });
    expect(await database.db.$count(staffInvitations)).toBe(1);
  });

  it('tells nobody without its link about accounts, and is refused to others of the staff', async () => {
    await clara();
    await office.invite();
    for (const rights of [['editor'], ['moderator'], ['treasurer']] as const) {
      const by = await browserOf(await aUser(database.db, { role: 'staff', rights: [...rights] }));
      expect((await office.invite({}, by)).status).toBe(403);
      expect((await by.get('/api/staff/invitations')).status).toBe(403);
    }
    expect(await problemOf(await link('x'.repeat(43)))).toMatchObject({ status: 404, code: 'not_found' });
    const useless = Array.from({ length: 40 }, () => office.join('x'.repeat(43)));
    const statuses = new Set((await Promise.all(useless)).map(({ status }) => status));
    expect(statuses).toEqual(new Set([404, 429]));
  });

  it('is sent again with a new link for 7 days, by whoever vouches for it then', async () => {
    await office.invite();
    const first = await office.token();
    const { id } = await office.waiting();
    time = new Date(time.getTime() + 6 * dayMs);
    const other = new TestBrowser(office.app).withSession(
      await aSession(database.db, office.boris.id, { createdAt: time, expiresAt: new Date(time.getTime() + dayMs) }),
    );
    const again = await answerOf(await other.post(`/api/staff/invitations/${id}/mail`, { body: {} }));
    const expiresAt = new Date(time.getTime() + 7 * dayMs).toISOString();
    expect(again).toMatchObject([{ id, by: 'boris', expiresAt }]);
    expect(await problemOf(await link(first))).toMatchObject({
      ...{ status: 404, message: expect.stringContaining('We sent you a newer email') },
    });
    expect((await mailTo(database.db, mailbox)).at(-1)?.text).toContain('not the one in our');
    expect((await link(await office.token())).status).toBe(200);
    time = new Date(time.getTime() + 7 * dayMs + 1);
    expect((await link(await office.token())).status).toBe(404);
    expect((await office.join(await office.token())).status).toBe(404);
    await sweepStaffInvitations(database.db, time);
    expect(await database.db.$count(staffInvitations)).toBe(0);
  });

  it('is mailed five times an hour at most', async () => {
    await office.invite();
    const { id } = await office.waiting();
    const again = () => office.staff.post(`/api/staff/invitations/${id}/mail`, { body: {} });
    for (let sent = 1; sent < 5; sent++) expect((await again()).status).toBe(200);
    expect((await again()).status).toBe(429);
  });

  it('is taken back, and then neither opened nor sent again', async () => {
    await office.invite();
    const { id } = await office.waiting();
    const take = () => office.other.write('DELETE', `/api/staff/invitations/${id}`);
    expect(await answerOf(await take())).toEqual([]);
    expect((await actions()).at(-1)).toEqual(['user.staff-invitation-taken-back', office.boris.id]);
    expect((await link(await office.token())).status).toBe(404);
    expect((await office.join(await office.token())).status).toBe(404);
    expect((await take()).status).toBe(404);
    expect((await office.staff.post(`/api/staff/invitations/${id}/mail`, { body: {} })).status).toBe(404);
  });
});
