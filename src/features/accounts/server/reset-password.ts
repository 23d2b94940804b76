import { and, eq, isNull } from 'drizzle-orm';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import type { Database } from '#server/db/client.ts';
import { users } from '#server/db/schema/index.ts';
import type { Services } from '#server/http/serve.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { checkNewPassword, namesAround } from './check-new-password.ts';
import { emailConfirmed } from './email-confirmed.ts';
import { stopGuardedChange } from './guarded-email-change.ts';
import { hasMailbox } from './has-mailbox.ts';
import { hashPassword } from './hash-password.ts';
import { findLinkToken, spendLinkToken, spentLink } from './link-tokens.ts';
import { setPassword } from './set-password.ts';

/**
 * Uses a reset link and returns whose password was set; a refused password keeps the link open. A link that
 * came by mail proves the mailbox too.
 * @throws Problem 'not_found' for an unknown link, 'invalid' for a common password
 */
export async function resetPasswordWithLink(
  { token, password }: { token: string; password: string },
  services: Services,
): Promise<string> {
  const { db, now } = services;
  const at = now();
  const open = await findLinkToken(db, token, at);
  if (open?.purpose !== 'reset-password') throw spentLink();
  const [person] = await db
    .select({ username: users.username, email: users.email })
    .from(users)
    .where(eq(users.id, open.userId));
  await checkNewPassword(password, { names: person ? namesAround(person, services.city) : [], env: services.env });
  const passwordHash = await hashPassword(password);
  return db.transaction(async (tx) => {
    // The account is always locked before its links: two transactions with different orders would deadlock.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, open.userId)).for('update');
    const link = await spendLinkToken(tx, token, 'reset-password', at);
    if (link === null) throw spentLink();
    await setPassword(tx, { userId: link.userId, passwordHash, action: 'account.password-reset' }, services);
    const { mailedTo = null, by } = (link.data ?? {}) as { mailedTo?: string | null; by?: string };
    // Somebody reads the mailbox that was said to be lost. The operator's link came without a mail.
    if (mailedTo !== null && by !== 'operator') await stopGuardedChange(tx, link.userId, { by: 'reset' }, services);
    await confirmMailbox(tx, { userId: link.userId, mailedTo }, services);
    return link.userId;
  });
}

/** The page of a reset link names no charge, so claims that wait for this mailbox stay with staff. */
async function confirmMailbox(
  tx: Database,
  { userId, mailedTo }: { userId: string; mailedTo: string | null },
  { now }: Pick<Services, 'now'>,
): Promise<void> {
  const isMailedTo = hasMailbox(mailedTo);
  const confirmed = await tx
    .update(users)
    .set({ emailVerifiedAt: now() })
    .where(and(eq(users.id, userId), isNull(users.emailVerifiedAt), isMailedTo))
    .returning({ id: users.id });
  if (confirmed.length === 0) return;
  const subject = { subjectType: 'user', subjectId: userId };
  await writeAudit(tx, { actorId: userId, action: 'account.email-verified', ...subject });
  await enqueue(tx, emailConfirmed, { userId, noCharge: true });
}
