/**
 * Finds the account for a reset request and mails the link. It is a job, so that asking takes the same time
 * whether the account exists or not.
 */

import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { users, userTokens } from '#server/db/schema/index.ts';
import { bindJob } from '#server/jobs/bind-job.ts';
import { defineJob } from '#server/jobs/define-job.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { sendMail } from '#server/mail/send-mail.ts';
import { hasMailbox } from './has-mailbox.ts';
import { resetLetter } from './letters.ts';
import { makeLinkToken } from './link-tokens.ts';

const ResetMail = z.object({
  email: z.string(),
  /** Sends no mail when the person has a mailed link that still works. */
  unlessLinked: z.optional(z.boolean()),
});

export const sendResetMail = defineJob('send-reset-mail', ResetMail, { keepDays: 1 });

export const resetMailJob = bindJob(sendResetMail, async ({ email, unlessLinked }, { db, city, env, now }) => {
  await db.transaction(async (tx) => {
    const [user] = await tx
      .select({ id: users.id, username: users.username, email: users.email, bannedAt: users.bannedAt })
      .from(users)
      .where(hasMailbox(email));
    if (!user || user.bannedAt) return;
    const mailed = and(
      eq(userTokens.userId, user.id),
      eq(userTokens.purpose, 'reset-password'),
      // Keeps the link that the command line printed.
      sql`coalesce(${userTokens.data} ->> 'by', '') <> 'operator'`,
    );
    if (
      unlessLinked &&
      (await tx.$count(userTokens, and(mailed, isNull(userTokens.usedAt), gt(userTokens.expiresAt, now()))))
    )
      return;
    // Only the newest link works.
    await tx.delete(userTokens).where(mailed);
    const token = await makeLinkToken(tx, {
      userId: user.id,
      purpose: 'reset-password',
      now: now(),
      data: { mailedTo: user.email },
    });
    const letter = resetLetter({ city, env }, user.username, token);
    await enqueue(tx, sendMail, { to: user.email, ...letter, account: user.id });
  });
});
