/** The way back for somebody who lost phone, passkeys and recovery codes, or whose account a thief protected against them. */
import { eq, sql } from 'drizzle-orm';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import type { Database } from '#server/db/client.ts';
import { passkeys, users } from '#server/db/schema/index.ts';
import type { Services } from '#server/http/serve.ts';
import { Problem } from '#shared/problem.ts';
import { endSessions } from './end-sessions.ts';
import { hasFactorNow } from './factors-left.ts';
import { replaceRecoveryCodes } from './recovery-codes.ts';
import { sendFactorsRemovedMail } from './second-factor-letter.ts';

/**
 * Removes authenticator app, passkeys and recovery codes of an account and ends its sessions. The operator vouches for
 * the person. Returns the username. @throws Problem 'not_found', 'conflict' when there is nothing to remove
 */
export function removeFactors(
  db: Database,
  email: string,
  services: Pick<Services, 'city' | 'env'>,
): Promise<{ username: string }> {
  return db.transaction(async (tx) => {
    const [user] = await tx.select().from(users).where(sql`lower(${users.email}) = lower(${email})`).for('update');
    if (user === undefined) throw new Problem('not_found', `There is no account with the email ${email}.`);
    if (!(await hasFactorNow(tx, user.id))) {
      throw new Problem('conflict', `${email} has no second factor: the password alone opens the account.`);
    }
    await tx
      .update(users)
      .set({ totpSecret: null, totpConfirmedAt: null, totpLastStep: null })
      .where(eq(users.id, user.id));
    await tx.delete(passkeys).where(eq(passkeys.userId, user.id));
    await replaceRecoveryCodes(tx, user.id, []);
    await endSessions(tx, user.id);
    await writeAudit(tx, {
      actorId: null,
      action: 'account.factors-removed',
      subjectType: 'user',
      subjectId: user.id,
    });
    await sendFactorsRemovedMail(tx, user, services);
    return { username: user.username };
  });
}
