/** The way back for somebody who lost phone, passkeys and recovery codes, or whose account a thief protected against them. */

import { eq } from 'drizzle-orm';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import type { Database } from '#server/db/client.ts';
import { guardedEmailChanges, passkeys, users } from '#server/db/schema/index.ts';
import type { Services, SessionUser } from '#server/http/serve.ts';
import { Problem } from '#shared/problem.ts';
import { endSessions } from './end-sessions.ts';
import { hasFactorNow } from './factors-left.ts';
import { hasMailbox } from './has-mailbox.ts';
import { replaceRecoveryCodes } from './recovery-codes.ts';
import { sendFactorsRemovedMail } from './second-factor-letter.ts';

type Sender = Pick<Services, 'city' | 'env'>;
type Account = typeof users.$inferSelect;

/**
 * Removes authenticator app, passkeys and recovery codes of an account and ends its sessions. The operator vouches for
 * the person. Returns the username. @throws Problem 'not_found', 'conflict' when there is nothing to remove
 */
export function removeFactors(db: Database, email: string, services: Sender): Promise<{ username: string }> {
  return db.transaction(async (tx) => {
    const [user] = await tx.select().from(users).where(hasMailbox(email)).for('update');
    if (user === undefined) throw new Problem('not_found', `There is no account with the email ${email}.`);
    await remove(tx, user);
    const subject = { subjectType: 'user', subjectId: user.id };
    await writeAudit(tx, { actorId: null, by: 'operator', action: 'account.factors-removed', ...subject });
    await sendFactorsRemovedMail(tx, user, null, services);
    return { username: user.username };
  });
}

interface ByStaff {
  id: string;
  actor: SessionUser;
  /** Says how the administrator knows the person. */
  reason: string;
}

/**
 * The same by an administrator, who vouches for the person; all other administrators are told.
 * @throws Problem 'not_found'; 'conflict' for oneself, somebody banned, nothing to remove, or a change of email that waits:
 * a new mailbox must not open an account whose second factor goes with it
 */
export function removeFactorsByStaff(db: Database, { id, actor, reason }: ByStaff, services: Sender): Promise<void> {
  if (id === actor.id) throw new Problem('conflict', 'You cannot do this for yourself. Please ask a colleague.');
  return db.transaction(async (tx) => {
    const [user] = await tx.select().from(users).where(eq(users.id, id)).for('update');
    if (user === undefined) throw new Problem('not_found', 'This account is not there any more.');
    if (user.bannedAt !== null) throw new Problem('conflict', 'This person is banned. Please lift the ban first.');
    if ((await tx.$count(guardedEmailChanges, eq(guardedEmailChanges.userId, id))) > 0) {
      throw new Problem(
        'conflict',
        'A change of the email waits. Please stop it first, or wait until it has happened.',
      );
    }
    await remove(tx, user);
    const subject = { subjectType: 'user', subjectId: id, data: { reason } };
    await writeAudit(tx, { actorId: actor.id, action: 'user.factors-removed', ...subject });
    await sendFactorsRemovedMail(tx, user, { reason, username: actor.username }, services);
  });
}

async function remove(tx: Database, user: Account): Promise<void> {
  if (!(await hasFactorNow(tx, user.id))) {
    throw new Problem('conflict', `${user.email} has no second factor: the password alone opens the account.`);
  }
  const none = { totpSecret: null, totpConfirmedAt: null, totpLastStep: null };
  await tx.update(users).set(none).where(eq(users.id, user.id));
  await tx.delete(passkeys).where(eq(passkeys.userId, user.id));
  await replaceRecoveryCodes(tx, user.id, []);
  await endSessions(tx, user.id);
}
