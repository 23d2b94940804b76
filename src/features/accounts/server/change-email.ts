import { randomUUID } from 'node:crypto';
import { and, ne, sql } from 'drizzle-orm';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import type { Database } from '#server/db/client.ts';
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
  const { db } = services;
  const change = { changeId: randomUUID(), email };
  const holder = await holderOf(db, user, email);
  await db.transaction(async (tx) => {
    await lockOwnAccount(tx, user);
    await dropLinkTokens(tx, user.id, 'change-email');
    for (const isOld of [true, false])
      await sendChangeLink(tx, user, { change: { ...change, isOld }, holder }, services);
    const subject = { subjectType: 'user', subjectId: user.id };
    await writeAudit(tx, { actorId: user.id, action: 'account.email-change-asked', ...subject, data: { email } });
  });
}

/** The name of another account that uses this address already. */
export async function holderOf(db: Database, user: SessionUser, email: string): Promise<string | null> {
  const [holder] = await db
    .select({ username: users.username })
    .from(users)
    .where(and(sql`lower(${users.email}) = lower(${email})`, ne(users.id, user.id)));
  return holder?.username ?? null;
}

/** Makes one of the two links and mails it. */
export async function sendChangeLink(
  tx: Database,
  user: SessionUser,
  { change, holder }: { change: EmailChange; holder: string | null },
  services: Services,
): Promise<void> {
  const { email, isOld } = change;
  const token = await makeLinkToken(tx, {
    userId: user.id,
    purpose: 'change-email',
    now: services.now(),
    data: change,
  });
  const letter =
    holder !== null && !isOld
      ? emailInUseLetter(services, holder)
      : changeEmailLetter(services, { username: user.username, email, token, isOld });
  await enqueue(tx, sendMail, { to: isOld ? user.email : email, ...letter });
}
