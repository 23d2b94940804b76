import { eq } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { guardedEmailChanges, users } from '#server/db/schema/index.ts';
import { type EmailChange, followedBy } from './change-email.ts';
import type { LinkToken } from './link-tokens.ts';

interface ProvenMailbox {
  userId: string;
  email: string;
  /** False where the account uses it only later. */
  isAtOnce: boolean;
}

/** The mailbox that the account of a mailed link has confirmed once the link is used; null when the link alone confirms none. */
export async function mailboxOfLink(db: Database, link: LinkToken): Promise<ProvenMailbox | null> {
  const { userId, purpose } = link;
  const [user] = await db
    .select({ email: users.email, emailVerifiedAt: users.emailVerifiedAt, guarded: guardedEmailChanges.email })
    .from(users)
    .leftJoin(guardedEmailChanges, eq(guardedEmailChanges.userId, users.id))
    .where(eq(users.id, userId));
  if (user === undefined) return null;
  if (purpose === 'verify-email') return { userId, email: user.email, isAtOnce: true };
  if (purpose === 'guarded-email-confirm' && user.guarded !== null) {
    return { userId, email: user.guarded, isAtOnce: false };
  }
  if (purpose !== 'change-email') return null;
  const isDone = (await followedBy(db, link, user.emailVerifiedAt !== null)) === 'done';
  return isDone ? { userId, email: (link.data as EmailChange).email, isAtOnce: true } : null;
}
