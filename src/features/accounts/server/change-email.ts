import { randomUUID } from 'node:crypto';
import { and, ne, sql } from 'drizzle-orm';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import { users } from '#server/db/schema/index.ts';
import type { Services, SessionUser } from '#server/http/serve.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { sendMail } from '#server/mail/send-mail.ts';
import type { EmailChange } from './confirm-email.ts';
import { changeEmailLetter, emailInUseLetter } from './letters.ts';
import { dropLinkTokens, makeLinkToken } from './link-tokens.ts';
import { lockOwnAccount } from './lock-account.ts';

/**
 * Begins a change of e-mail: mails one link to the current address and one to the new address. The change
 * happens once both were followed (confirm-email.ts). An earlier request is dropped.
 *
 * For an address of another account the answer is the same, so that nobody can find out who has an account.
 * Its holder gets a mail, nobody gets the second link, and the change never happens.
 */
export async function askForEmailChange(user: SessionUser, email: string, services: Services): Promise<void> {
  const { db, now } = services;
  const [holder] = await db
    .select({ username: users.username })
    .from(users)
    .where(and(sql`lower(${users.email}) = lower(${email})`, ne(users.id, user.id)));
  const data: EmailChange = { changeId: randomUUID(), email };
  await db.transaction(async (tx) => {
    await lockOwnAccount(tx, user);
    await dropLinkTokens(tx, user.id, 'change-email');
    for (const to of [user.email, email]) {
      const token = await makeLinkToken(tx, { userId: user.id, purpose: 'change-email', now: now(), data });
      const isOld = to === user.email;
      const letter =
        holder && !isOld
          ? emailInUseLetter(services, holder.username)
          : changeEmailLetter(services, { username: user.username, email, token, isOld });
      await enqueue(tx, sendMail, { to, ...letter });
    }
    const subject = { subjectType: 'user', subjectId: user.id };
    await writeAudit(tx, { actorId: user.id, action: 'account.email-change-asked', ...subject, data: { email } });
  });
}
