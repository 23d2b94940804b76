/** Staff find people, end their sessions, ban them, and make them staff. */
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Person, PersonDetail } from '#features/accounts/people-contract.ts';
import { hashToken } from '#features/accounts/server/opaque-token.ts';
import { auditLog, sessions, users } from '#server/db/schema/index.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { forgetQueuedMail } from '#tests/support/queued-mail.ts';
import { answerOf, aStaffOffice, type StaffOffice } from '#tests/support/staff-office.ts';
import { testDatabase } from '#tests/support/test-database.ts';

const database = testDatabase();
let office: StaffOffice;
beforeEach(async () => {
  await forgetQueuedMail(database.pool);
  office = await aStaffOffice(database);
});

const unknownId = '0198d3a0-0000-7000-8000-000000000000';
const actions = async () => (await database.db.select().from(auditLog)).map(({ action }) => action);

describe('people', () => {
  const people = async (query = '') => answerOf<Person[]>(await office.staff.get(`/api/staff/people${query}`));
  const put = (id: string, what: string, body: object, by = office.staff) =>
    by.write('PUT', `/api/staff/people/${id}/${what}`, { body });

  it('are found by name and mail, with their businesses and sessions', async () => {
    await aBusiness(database.db, { ownerId: office.ownerUser.id, name: 'Olga’s' });
    expect(await people('?search=OLGA')).toMatchObject([{ username: 'olga', businessCount: 1, sessionCount: 1 }]);
    expect((await people('?kind=staff')).map(({ username }) => username)).toEqual(['stella']);
    expect(await people('?kind=banned')).toEqual([]);
    const olga = await answerOf<PersonDetail>(await office.staff.get(`/api/staff/people/${office.ownerUser.id}`));
    expect(olga.businesses).toMatchObject([{ name: 'Olga’s', status: 'approved' }]);
    expect(olga.sessions).toHaveLength(1);
    expect(JSON.stringify(olga)).not.toMatch(/hash|secret|token/i);
    expect((await office.staff.get(`/api/staff/people/${unknownId}`)).status).toBe(404);
  });

  it('banned are signed out at once, and may come back', async () => {
    const { id } = office.ownerUser;
    expect((await office.owner.get('/api/auth/me')).status).toBe(200);
    expect(await answerOf(await put(id, 'ban', { banned: true, reason: 'Spam' }))).toMatchObject({ sessions: [] });
    expect((await office.owner.get('/api/auth/me')).status).toBe(401);
    expect((await put(id, 'ban', { banned: true })).status).toBe(409);
    expect((await put(id, 'role', { role: 'staff' })).status).toBe(409);
    await answerOf(await put(id, 'ban', { banned: false }));
    expect((await put(office.staffUser.id, 'ban', { banned: true })).status).toBe(409);
    expect((await put(unknownId, 'ban', { banned: true })).status).toBe(404);
    expect(await actions()).toEqual(['user.banned', 'user.unbanned']);
  });

  it('lose one session: not another person’s, not one that has ended, not the one that asks', async () => {
    const [ofOwner, ofStaff] = [office.ownerUser.id, office.staffUser.id];
    const [first = '', second = ''] = await Promise.all([1, 2].map(() => aSession(database.db, ofOwner)));
    const idOf = async (token: string) =>
      (
        await database.db
          .select()
          .from(sessions)
          .where(eq(sessions.tokenHash, hashToken(token)))
      )[0]?.id;
    const end = (person: string, session: string | undefined) =>
      office.staff.write('DELETE', `/api/staff/people/${person}/sessions/${session}`);
    const [ended, stays] = [await idOf(first), await idOf(second)];
    expect((await end(ofStaff, ended)).status).toBe(404);
    const answer = (await answerOf(await end(ofOwner, ended))) as { sessions: { id: string; device: string }[] };
    expect(answer.sessions.map(({ id }) => id)).toContain(stays);
    expect(answer.sessions.map(({ id }) => id)).not.toContain(ended);
    expect((await end(ofOwner, ended)).status).toBe(404);
    const [mine] = await database.db.select().from(sessions).where(eq(sessions.userId, ofStaff));
    expect((await end(ofStaff, mine?.id)).status).toBe(409);
    expect((await database.db.select().from(auditLog)).map(({ action }) => action)).toContain('user.sessions-ended');
  });

  it('lose their sessions; whoever asks for their own keeps this one', async () => {
    await aSession(database.db, office.staffUser.id);
    await answerOf(await office.staff.write('DELETE', `/api/staff/people/${office.ownerUser.id}/sessions`));
    await answerOf(await office.staff.write('DELETE', `/api/staff/people/${office.staffUser.id}/sessions`));
    expect(await database.db.select().from(sessions)).toMatchObject([{ userId: office.staffUser.id }]);
    expect((await office.staff.write('DELETE', `/api/staff/people/${unknownId}/sessions`)).status).toBe(404);
  });

  it('become staff and owners again, never by themselves, never the last', async () => {
    const { id } = office.ownerUser;
    await answerOf(await put(id, 'role', { role: 'staff' }));
    // An owner's earlier session must not become a session of staff.
    expect((await office.owner.get('/api/staff/counts')).status).toBe(401);
    office.owner.withSession(await aSession(database.db, id));
    expect((await office.owner.get('/api/staff/counts')).status).toBe(200);
    expect((await put(id, 'role', { role: 'staff' })).status).toBe(409);
    expect((await put(office.staffUser.id, 'role', { role: 'owner' })).status).toBe(409);
    const both = await Promise.all([
      put(id, 'role', { role: 'owner' }),
      put(office.staffUser.id, 'role', { role: 'owner' }, office.owner),
    ]);
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
    const staff = await database.db.select().from(users).where(eq(users.role, 'staff'));
    expect(staff).toHaveLength(1);
  });
});
