/** Invitations that can still be accepted. */

import { and, arrayContains, asc, eq, gt, isNull, type SQL, sql } from 'drizzle-orm';
import { spentLink } from '#features/accounts/server/former-links.ts';
import { hasMailbox } from '#features/accounts/server/has-mailbox.ts';
import { hashToken } from '#features/accounts/server/opaque-token.ts';
import type { Database } from '#server/db/client.ts';
import { staffInvitations, users } from '#server/db/schema/index.ts';
import type { Services } from '#server/http/serve.ts';
import { listRights } from '#shared/has-right.ts';
import { Problem } from '#shared/problem.ts';
import type { StaffInvitation } from '../contract.ts';
import type { WaitingInvitation } from '../staff-contract.ts';

/** Where the account of the mailbox is banned, or staff already: it was changed in a way that did not know of the invitation. */
const isOvertaken = sql`exists (select from users known where lower(known.email) = lower(${staffInvitations.email})
  and (known.banned_at is not null or known.role = 'staff'))`;

/** One counts while who sent it is an administrator. */
export function readOpen(db: Database, which: SQL | undefined, now: Date) {
  return db
    .select({ invitation: staffInvitations, by: users.username })
    .from(staffInvitations)
    .innerJoin(users, eq(users.id, staffInvitations.invitedBy))
    .where(
      and(
        which,
        gt(staffInvitations.expiresAt, now),
        arrayContains(users.rights, ['administrator']),
        isNull(users.bannedAt),
        sql`not ${isOvertaken}`,
      ),
    )
    .orderBy(asc(staffInvitations.createdAt), asc(staffInvitations.id));
}

/** @throws Problem 'not_found'; whoever opens an earlier mail's link has the newer mail in the same mailbox, and is told so */
export async function findOpen(db: Database, token: string, now: Date) {
  const hash = hashToken(token);
  const [found] = await readOpen(db, eq(staffInvitations.tokenHash, hash), now);
  if (found !== undefined) return found;
  const [newer] = await readOpen(db, arrayContains(staffInvitations.formerHashes, [hash]), now);
  throw spentLink(newer, ' Please ask for a new one.');
}

/**
 * Takes the invitation for an answer: of two at once, the second finds it gone, as does one that meets a change of rights or a ban. The caller
 * has locked the administrators and then the person, as everybody does who changes rights or bans.
 * @throws Problem 'not_found'
 */
export async function takeOpen(tx: Database, token: string, now: Date) {
  const { invitation } = await findOpen(tx, token, now);
  const isThis = and(eq(staffInvitations.id, invitation.id), eq(staffInvitations.tokenHash, invitation.tokenHash));
  const [taken] = await tx.delete(staffInvitations).where(isThis).returning();
  if (taken === undefined) throw new Problem('not_found', 'This invitation was taken back. Please ask for a new one.');
  return taken;
}

/** @throws Problem 'not_found' */
export async function readStaffInvitation(
  token: string,
  { db, now }: Pick<Services, 'db' | 'now'>,
): Promise<StaffInvitation> {
  const { invitation, by } = await findOpen(db, token, now());
  const { email, rights } = invitation;
  const isConfirmed = and(hasMailbox(email), sql`${users.emailVerifiedAt} is not null`);
  return { by, email, rights: listRights(rights), hasAccount: (await db.$count(users, isConfirmed)) > 0 };
}

export async function listWaiting({ db, now }: Pick<Services, 'db' | 'now'>): Promise<WaitingInvitation[]> {
  const rows = await readOpen(db, undefined, now());
  return rows.map(({ invitation: { id, email, rights, createdAt, expiresAt }, by }) => ({
    ...{ id, email, rights, by },
    sentAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  }));
}
