import { randomUUID } from 'node:crypto';
import { and, eq, ne, sql } from 'drizzle-orm';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import type { Database } from '#server/db/client.ts';
import { users, userTokens } from '#server/db/schema/index.ts';
import type { Services, SessionUser } from '#server/http/serve.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { sendMail } from '#server/mail/send-mail.ts';
import { Problem } from '#shared/problem.ts';
import { hasMailbox } from './has-mailbox.ts';
import { changeEmailLetter, emailInUseLetter } from './letters.ts';
import { dropLinkTokens, type LinkToken, makeLinkToken } from './link-tokens.ts';
import { lockOwnAccount } from './lock-account.ts';

/** The data in each link of an e-mail change. */
export interface EmailChange {
  changeId: string;
  email: string;
  /** This link is for the mailbox that the account has had. */
  isOld: boolean;
}

type Person = Pick<SessionUser, 'id' | 'username' | 'email'>;

const already = 'This is your email already.';

/**
 * Begins a change of e-mail: mails one link to the new address, and one to the current address if that was ever
 * confirmed. A slip in an address leads to a stranger, who is told nothing. The change happens once all of its links
 * were followed (confirm-email.ts). An earlier request is dropped.
 *
 * For an address of another account the answer is the same, so that nobody can find out who has an account.
 * Its holder gets a mail, nobody gets the link to it, and the change never happens.
 * @throws Problem 'invalid' for the address that the account has
 */
export async function askForEmailChange(user: SessionUser, email: string, services: Services): Promise<void> {
  const { db } = services;
  const changeId = randomUUID();
  const holder = await holderOf(db, user, email);
  await db.transaction(async (tx) => {
    const person = await lockOwnAccount(tx, user);
    if (person.email === email) throw new Problem('invalid', already, { fields: { email: already } });
    await dropLinkTokens(tx, user.id, 'change-email');
    const isBoth = person.emailVerifiedAt !== null;
    for (const isOld of isBoth ? [true, false] : [false])
      await sendChangeLink(tx, person, { change: { changeId, email, isOld }, isBoth, holder }, services);
    const subject = { subjectType: 'user', subjectId: user.id };
    await writeAudit(tx, { actorId: user.id, action: 'account.email-change-asked', ...subject, data: { email } });
  });
}

/** The name of another account that uses this address already. */
export async function holderOf(db: Database, user: SessionUser, email: string): Promise<string | null> {
  const [holder] = await db
    .select({ username: users.username })
    .from(users)
    .where(and(hasMailbox(email), ne(users.id, user.id)));
  return holder?.username ?? null;
}

interface ChangeLink {
  change: EmailChange;
  /** Both mailboxes have to confirm the change. */
  isBoth: boolean;
  holder: string | null;
}

/** Makes one link and mails it. */
export async function sendChangeLink(
  tx: Database,
  person: Person,
  { change, isBoth, holder }: ChangeLink,
  services: Pick<Services, 'city' | 'env' | 'now'>,
): Promise<void> {
  const { email, isOld } = change;
  const token = await makeLinkToken(tx, {
    userId: person.id,
    purpose: 'change-email',
    now: services.now(),
    data: change,
  });
  const letter =
    holder !== null && !isOld
      ? emailInUseLetter(services, holder)
      : {
          ...changeEmailLetter(services, { username: person.username, email, token, isOld, isBoth }),
          account: person.id,
        };
  await enqueue(tx, sendMail, { to: isOld ? person.email : email, ...letter });
}

/**
 * Tells whether the change happens with this link. 'asks-old': the current mailbox was confirmed after the change was
 * asked for, so it has a say by now and needs a link. The caller passes whether it is confirmed.
 */
export async function followedBy(
  db: Database,
  { id, userId, data }: LinkToken,
  isConfirmed: boolean,
): Promise<'done' | 'waits' | 'asks-old'> {
  const { changeId } = data as EmailChange;
  const [other] = await db
    .select({ usedAt: userTokens.usedAt })
    .from(userTokens)
    .where(
      and(
        eq(userTokens.userId, userId),
        eq(userTokens.purpose, 'change-email'),
        ne(userTokens.id, id),
        sql`${userTokens.data} ->> 'changeId' = ${changeId}`,
      ),
    );
  if (other === undefined) return isConfirmed ? 'asks-old' : 'done';
  return other.usedAt === null ? 'waits' : 'done';
}
