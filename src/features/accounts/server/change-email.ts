import { randomUUID } from 'node:crypto';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import type { Services, SessionUser } from '#server/http/serve.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { sendMail } from '#server/mail/send-mail.ts';
import type { EmailChange } from './confirm-email.ts';
import { changeEmailLetter } from './letters.ts';
import { dropLinkTokens, makeLinkToken } from './link-tokens.ts';
import { lockOwnAccount } from './lock-account.ts';
import { checkNotTaken } from './taken.ts';

/**
 * Mails one link to the address of now and one to the new one; the change happens once both were followed
 * (confirm-email.ts). A change that was asked for before is given up.
 * @throws Problem 'conflict' when the new address is another account's
 */
export async function askForEmailChange(user: SessionUser, email: string, services: Services): Promise<void> {
  const { db, now } = services;
  await checkNotTaken(db, { email }, user.id);
  const data: EmailChange = { changeId: randomUUID(), email };
  await db.transaction(async (tx) => {
    await lockOwnAccount(tx, user);
    await dropLinkTokens(tx, user.id, 'change-email');
    for (const to of [user.email, email]) {
      const token = await makeLinkToken(tx, { userId: user.id, purpose: 'change-email', now: now(), data });
      const isOld = to === user.email;
      const letter = changeEmailLetter(services, { username: user.username, email, token, isOld });
      await enqueue(tx, sendMail, { to, ...letter });
    }
    const subject = { subjectType: 'user', subjectId: user.id };
    await writeAudit(tx, { actorId: user.id, action: 'account.email-change-asked', ...subject, data: { email } });
  });
}
