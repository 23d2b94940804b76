import { and, eq, gt, lt, sql } from 'drizzle-orm';
import { requireUser } from '#features/accounts/server/current-user.ts';
import { maxFormerLinks } from '#features/accounts/server/former-links.ts';
import { hasMailbox } from '#features/accounts/server/has-mailbox.ts';
import { lockAdministrators } from '#features/accounts/server/keep-one-administrator.ts';
import { mailboxKey } from '#features/accounts/server/mailbox-key.ts';
import { hashToken, newToken } from '#features/accounts/server/opaque-token.ts';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import type { Database } from '#server/db/client.ts';
import { staffInvitations, users } from '#server/db/schema/index.ts';
import { takeFromLimit } from '#server/http/rate-limit.ts';
import type { ApiRequest, SessionUser } from '#server/http/serve.ts';
import { Problem } from '#shared/problem.ts';
import { type StaffRight, staffRights } from '#shared/staff-rights.ts';
import { dayMs } from '#shared/times.ts';
import { mailStaffInvitation } from './invitation-mail.ts';
import { readOpen } from './open-invitations.ts';

const lifeMs = 7 * dayMs;
const maxWaiting = 50;

const refusedAddress = (text: string) => new Problem('conflict', text, { fields: { email: text } });
const gone = () => new Problem('not_found', 'This invitation was accepted, was taken back, or is too old.');

/** Waits for every change of rights that is under way. @throws Problem 'conflict' for somebody whose right was taken meanwhile */
async function requireAdministrator(tx: Database, user: SessionUser): Promise<void> {
  const administrators = await lockAdministrators(tx);
  if (!administrators.includes(user.id)) throw new Problem('conflict', 'You are not an administrator any more.');
}

/**
 * @throws Problem 'too_many' for one mailbox; 'conflict' for the address of staff, of somebody who is banned, and of an invitation that waits, when
 * too many wait, and for somebody who is no administrator any more
 */
export async function invite(
  { email, rights }: { email: string; rights: readonly StaffRight[] },
  request: ApiRequest,
): Promise<void> {
  const { db, now } = request;
  const actor = requireUser(request.user);
  const at = now();
  await takeFromLimit(db, 'staff-invitation-mail', mailboxKey(email), at);
  await db.transaction(async (tx) => {
    await requireAdministrator(tx, actor);
    const [known] = await tx.select().from(users).where(hasMailbox(email));
    if (known?.role === 'staff') {
      throw refusedAddress(`${known.username} is staff already. Open that account below to change the rights.`);
    }
    if (known && known.bannedAt !== null) {
      throw refusedAddress(`${known.username}, who has this address, is banned. Please lift the ban first.`);
    }
    const isTo = sql`lower(${staffInvitations.email}) = lower(${email})`;
    const [waiting] = await readOpen(tx, isTo, at);
    if (waiting) {
      throw refusedAddress(
        `${waiting.by} has invited this address already. Send it again below, or take it back first.`,
      );
    }
    if ((await tx.$count(staffInvitations, gt(staffInvitations.expiresAt, at))) >= maxWaiting) {
      throw new Problem('conflict', `At most ${maxWaiting} invitations can wait. Please take some back first.`);
    }
    await tx.delete(staffInvitations).where(isTo);
    const token = newToken();
    const given = staffRights.filter((right) => rights.includes(right));
    const expiresAt = new Date(at.getTime() + lifeMs);
    const values = { email, rights: given, tokenHash: hashToken(token), invitedBy: actor.id, createdAt: at, expiresAt };
    const [added] = await tx.insert(staffInvitations).values(values).returning();
    if (added === undefined) throw new Error('the invitation was not stored');
    await noteAct(tx, actor, 'user.staff-invited', added);
    await mailStaffInvitation(tx, { email, rights: given, by: actor.username, token, isAgain: false }, request);
  });
}

/** @throws Problem 'not_found', 'too_many' for one mailbox, 'conflict' for somebody who is no administrator any more */
export async function sendAgain(id: string, request: ApiRequest): Promise<void> {
  const { db, now } = request;
  const actor = requireUser(request.user);
  const at = now();
  const [seen] = await readOpen(db, eq(staffInvitations.id, id), at);
  if (seen === undefined) throw gone();
  await takeFromLimit(db, 'staff-invitation-mail', mailboxKey(seen.invitation.email), at);
  await db.transaction(async (tx) => {
    await requireAdministrator(tx, actor);
    const [open] = await readOpen(tx, eq(staffInvitations.id, id), at);
    if (open === undefined) throw gone();
    const { tokenHash, formerHashes } = open.invitation;
    const token = newToken();
    const [again] = await tx
      .update(staffInvitations)
      .set({
        tokenHash: hashToken(token),
        formerHashes: [tokenHash, ...formerHashes].slice(0, maxFormerLinks),
        ...{ invitedBy: actor.id, createdAt: at, expiresAt: new Date(at.getTime() + lifeMs) },
      })
      .where(and(eq(staffInvitations.id, id), eq(staffInvitations.tokenHash, tokenHash)))
      .returning();
    if (again === undefined) throw gone();
    await noteAct(tx, actor, 'user.staff-invited-again', again);
    const { email, rights } = again;
    await mailStaffInvitation(tx, { email, rights, by: actor.username, token, isAgain: true }, request);
  });
}

/** @throws Problem 'not_found' */
export async function takeBack(id: string, request: ApiRequest): Promise<void> {
  const actor = requireUser(request.user);
  await request.db.transaction(async (tx) => {
    const [former] = await tx.delete(staffInvitations).where(eq(staffInvitations.id, id)).returning();
    if (former === undefined) throw gone();
    await noteAct(tx, actor, 'user.staff-invitation-taken-back', former);
  });
}

function noteAct(
  tx: Database,
  actor: SessionUser,
  action: string,
  { id, email, rights }: typeof staffInvitations.$inferSelect,
): Promise<void> {
  const subject = { subjectType: 'staff-invitation', subjectId: id };
  return writeAudit(tx, { actorId: actor.id, action, ...subject, data: { email, rights } });
}

/** Deletes invitations that have ended. */
export async function sweepStaffInvitations(db: Database, now: Date): Promise<void> {
  await db.delete(staffInvitations).where(lt(staffInvitations.expiresAt, now));
}
