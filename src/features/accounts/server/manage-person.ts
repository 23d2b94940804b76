/**
 * Administrators ban and unban people, give them rights, and end their sessions: each in one transaction with its audit row.
 */

import { eq } from 'drizzle-orm';
import { wasFirst } from '#features/audit/server/last-actor.ts';
import { noteAct } from '#features/audit/server/note-act.ts';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import type { Database } from '#server/db/client.ts';
import { users } from '#server/db/schema/index.ts';
import type { Services, SessionUser } from '#server/http/serve.ts';
import { listRights } from '#shared/has-right.ts';
import { Problem } from '#shared/problem.ts';
import { type StaffRight, staffRights } from '#shared/staff-rights.ts';
import { endSession, endSessions } from './end-sessions.ts';
import { endStaffInvitations } from './end-staff-invitations.ts';
import { lockAdministrators } from './keep-one-administrator.ts';
import { sendRoleMails } from './staff-letters.ts';

interface Act {
  id: string;
  actor: SessionUser;
  now: Date;
}

/**
 * Lock order: people first, then what they have sent. Not `for update`, as in lock-account.ts: what a person saves at this moment holds a
 * listing and references the person, while a ban waits for the listing.
 */
async function lockPerson(tx: Database, id: string) {
  const [person] = await tx.select().from(users).where(eq(users.id, id)).for('no key update');
  if (!person) throw new Problem('not_found', 'This account is not there any more.');
  return person;
}

interface Ban extends Act {
  banned: boolean;
  reason: string;
  groupId: string;
  /** More for the audit log. */
  more: Record<string, unknown>;
}

/**
 * Bans a person and ends every session. @throws Problem 'not_found', 'conflict' (staff, oneself, or banned
 * already)
 */
export async function banPerson(db: Database, { id, actor, now, banned, reason, groupId, more }: Ban): Promise<void> {
  await db.transaction(async (tx) => {
    const person = await lockPerson(tx, id);
    if (person.role === 'staff') {
      throw new Problem('conflict', 'Staff cannot be banned. Please take them out of the staff first.');
    }
    if ((person.bannedAt !== null) === banned) {
      const acts = { subjectType: 'user', subjectId: id, actions: [banned ? 'user.banned' : 'user.unbanned'] };
      const deed = `${banned ? 'banned' : 'lifted the ban of'} ${person.username}`;
      throw await wasFirst(tx, acts, deed, { user: actor, now: () => now });
    }
    await tx
      .update(users)
      .set({ bannedAt: banned ? now : null })
      .where(eq(users.id, id));
    const ended = banned ? await endSessions(tx, id) : 0;
    if (banned) {
      const { email } = person;
      await endStaffInvitations(tx, { id, email, isAdministrator: false }, { actorId: actor.id });
    }
    await writeAudit(tx, {
      actorId: actor.id,
      action: banned ? 'user.banned' : 'user.unbanned',
      subjectType: 'user',
      subjectId: id,
      data: { username: person.username, ...(reason === '' ? {} : { reason }), ...(banned ? { ended } : {}), ...more },
    });
    await noteAct(tx, {
      kind: 'ban',
      actorId: actor.id,
      subjectId: id,
      before: { bannedAt: person.bannedAt },
      at: now,
      groupId,
    });
  });
}

/** @throws Problem 'not_found' */
export async function endPersonSessions(db: Database, { id, actor }: Omit<Act, 'now'>): Promise<void> {
  await db.transaction(async (tx) => {
    const person = await lockPerson(tx, id);
    const ended = await endSessions(tx, id, id === actor.id ? { keep: actor.sessionId } : {});
    await writeAudit(tx, {
      actorId: actor.id,
      action: 'user.sessions-ended',
      subjectType: 'user',
      subjectId: id,
      data: { username: person.username, ended },
    });
  });
}

/** @throws Problem 'not_found', also for a session that has ended; 'conflict' for the one that asks */
export async function endPersonSession(
  db: Database,
  { id, sessionId, actor }: Omit<Act, 'now'> & { sessionId: string },
): Promise<void> {
  if (sessionId === actor.sessionId) throw new Problem('conflict', 'This is your own session. Please log out instead.');
  await db.transaction(async (tx) => {
    const person = await lockPerson(tx, id);
    if (!(await endSession(tx, id, sessionId))) throw new Problem('not_found', 'This session has ended already.');
    await writeAudit(tx, {
      actorId: actor.id,
      action: 'user.sessions-ended',
      subjectType: 'user',
      subjectId: id,
      data: { username: person.username, ended: 1 },
    });
  });
}

function actionOf(before: 'owner' | 'staff', after: 'owner' | 'staff'): string {
  if (before === after) return 'user.rights-changed';
  return after === 'staff' ? 'user.made-staff' : 'user.removed-from-staff';
}

/** Names the colleague, and says which rights the person has now. */
async function changedBefore(
  tx: Database,
  { id, username, rights }: typeof users.$inferSelect,
  request: Parameters<typeof wasFirst>[3],
): Promise<Problem> {
  const actions = [
    ...['user.rights-changed', 'user.made-staff', 'user.removed-from-staff', 'user.staff-invitation-accepted'],
  ];
  const acts = { subjectType: 'user', subjectId: id, actions };
  const first = await wasFirst(tx, acts, 'changed these rights', request);
  const now = rights.length === 0 ? 'not staff' : listRights(rights);
  return new Problem('conflict', `${first.message} ${username} is ${now} now. Look at it again.`);
}

const unconfirmed =
  'This person has not confirmed their email yet, so the account may be a stranger’s. Ask them to follow the link in their mailbox first.';

/**
 * Gives a person these rights; none makes them an owner again. Ends every session: one that began with other rights must
 * not continue with these. Rights that are not those which the administrator has seen stay: a colleague chose them.
 * @throws Problem 'not_found', 'conflict' (among others for an unconfirmed mailbox)
 */
export async function setPersonRights(
  db: Database,
  {
    id,
    actor,
    rights,
    was,
  }: Omit<Act, 'now'> & { rights: readonly StaffRight[]; was?: readonly StaffRight[] | undefined },
  services: Pick<Services, 'city' | 'env' | 'now'>,
): Promise<void> {
  if (id === actor.id) throw new Problem('conflict', 'You cannot change your own rights. Please ask a colleague.');
  await db.transaction(async (tx) => {
    const administrators = await lockAdministrators(tx);
    if (!administrators.includes(actor.id)) throw new Problem('conflict', 'You are not an administrator any more.');
    const person = await lockPerson(tx, id);
    const given = staffRights.filter((right) => rights.includes(right));
    const role = given.length > 0 ? 'staff' : 'owner';
    const isOther =
      was !== undefined && String(staffRights.filter((right) => was.includes(right))) !== String(person.rights);
    if (isOther || String(given) === String(person.rights)) {
      throw await changedBefore(tx, person, { user: actor, now: services.now });
    }
    if (person.bannedAt !== null) throw new Problem('conflict', 'This person is banned. Please lift the ban first.');
    if (role === 'staff' && person.emailVerifiedAt === null && person.role !== 'staff') {
      throw new Problem('conflict', unconfirmed);
    }
    await tx.update(users).set({ role, rights: given }).where(eq(users.id, id));
    const ended = await endSessions(tx, id);
    await writeAudit(tx, {
      actorId: actor.id,
      action: actionOf(person.role, role),
      subjectType: 'user',
      subjectId: id,
      data: { username: person.username, role: [person.role, role], rights: [person.rights, given], ended },
    });
    const isAdministrator = given.includes('administrator');
    await endStaffInvitations(tx, { id, email: person.email, isAdministrator }, { actorId: actor.id });
    await sendRoleMails(tx, { person, rights: given, had: person.rights, actorId: actor.id }, services);
  });
}
