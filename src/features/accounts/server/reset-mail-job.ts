/**
 * Looks up who asked for a new password and mails them the link. A job, so that asking takes the same time whether there
 * is such an account or not.
 */
import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { users } from '#server/db/schema/index.ts';
import { bindJob } from '#server/jobs/bind-job.ts';
import { defineJob } from '#server/jobs/define-job.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { sendMail } from '#server/mail/send-mail.ts';
import { resetLetter } from './letters.ts';
import { makeLinkToken } from './link-tokens.ts';

export const sendResetMail = defineJob('send-reset-mail', z.object({ email: z.string() }), { keepDays: 1 });

export const resetMailJob = bindJob(sendResetMail, async ({ email }, { db, city, env, now }) => {
  await db.transaction(async (tx) => {
    const [user] = await tx
      .select({ id: users.id, username: users.username, email: users.email, bannedAt: users.bannedAt })
      .from(users)
      .where(sql`lower(${users.email}) = lower(${email})`);
    if (!user || user.bannedAt) return;
    const token = await makeLinkToken(tx, {
      userId: user.id,
      purpose: 'reset-password',
      now: now(),
      data: { mailedTo: user.email },
    });
    await enqueue(tx, sendMail, { to: user.email, ...resetLetter({ city, env }, user.username, token) });
  });
});
