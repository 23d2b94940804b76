import { eq } from 'drizzle-orm';
import { type AuditActor, writeAudit } from '#features/audit/server/write-audit.ts';
import type { Database } from '#server/db/client.ts';
import { businesses, users } from '#server/db/schema/index.ts';
import { announceChange } from '#server/http/announce-change.ts';
import type { Services, SessionUser } from '#server/http/serve.ts';
import { Problem } from '#shared/problem.ts';
import { keepOneAdministrator } from './keep-one-administrator.ts';
import { lockOwnAccount } from './lock-account.ts';

/** Has no session when the site itself deletes an account that is due. */
export type Leaver = Pick<SessionUser, 'id' | 'role'> & Partial<Pick<SessionUser, 'sessionId'>>;

/** The person's wishes about data that could stay. */
export interface LeavingWishes {
  /** The account's address stays on its listings as their public contact. */
  keepContactEmail: boolean;
  leaveNewsletter: boolean;
}

const usualWishes: LeavingWishes = { keepContactEmail: false, leaveNewsletter: true };

/** The work of other features before the deletion, in the same transaction. */
export type BeforeDeletion = (tx: Database, userId: string, services: Services, wishes: LeavingWishes) => Promise<void>;

/** The facts of a deletion for the history. */
interface DeletionNote {
  /** An administrator who does it at the person's written request. */
  by?: { actorId: string; reason: string } | undefined;
  /** The site does it by itself, for this reason. */
  siteReason?: string | undefined;
  /** Sums, and what became of them. */
  money?: Record<string, unknown>;
}

/**
 * Deletes a person with sessions and links. Their listings stay without an owner, and their actions stay in
 * the audit log without their name.
 * @throws Problem 'conflict' for the last administrator, 'not_found' when the account is gone
 */
export async function deleteOwnAccount(
  user: Leaver,
  services: Services,
  before: readonly BeforeDeletion[],
  wishes: LeavingWishes = usualWishes,
  { by, siteReason, money = {} }: DeletionNote = {},
): Promise<void> {
  await services.db.transaction(async (tx) => {
    if (user.role === 'staff') await keepOneAdministrator(tx, user.id);
    await lockLeaver(tx, user);
    for (const step of before) await step(tx, user.id, services, wishes);
    const released = await tx
      .update(businesses)
      // Nobody is there any more who says that it is right.
      .set({ ownerId: null, confirmedAt: null })
      .where(eq(businesses.ownerId, user.id))
      .returning({ id: businesses.id });
    const reason = by?.reason ?? siteReason;
    const doer: AuditActor = by
      ? { actorId: by.actorId }
      : { actorId: null, by: siteReason === undefined ? 'deleted' : 'site' };
    await writeAudit(tx, {
      ...doer,
      action: by ? 'user.deleted' : 'account.deleted',
      subjectType: 'user',
      subjectId: user.id,
      data: { businessesReleased: released.map(({ id }) => id), ...(reason && { reason }), ...money },
    });
    await tx.delete(users).where(eq(users.id, user.id));
    if (released.length > 0) {
      await announceChange(tx, ['businesses', ...released.map(({ id }) => `business:${id}`)]);
    }
  });
}

/** Locks the account: of two calls at once, the second waits here and finds nobody. */
async function lockLeaver(tx: Database, { id, sessionId }: Leaver): Promise<void> {
  if (sessionId !== undefined) {
    await lockOwnAccount(tx, { id, sessionId });
    return;
  }
  const [row] = await tx.select({ id: users.id }).from(users).where(eq(users.id, id)).for('no key update');
  if (row === undefined) throw new Problem('not_found', 'This account is deleted already.');
}
