import { eq } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { guardedEmailChanges, users } from '#server/db/schema/index.ts';
import type { Services } from '#server/http/serve.ts';
import type { LinkWords } from '../mail-links-contract.ts';
import { type EmailChange, followedBy } from './change-email.ts';
import { findLinkToken, findUsedLink } from './link-tokens.ts';

/**
 * Tells what the button of a mailed link does; null for a link that does not work. The new mailbox is not told the former address: a slip
 * in it leads to a stranger.
 */
export async function describeLink(
  token: string,
  { db, now }: Pick<Services, 'db' | 'now'>,
): Promise<LinkWords | null> {
  const link = await findLinkToken(db, token, now());
  if (link === null) return null;
  const [user] = await db
    .select({ email: users.email, emailVerifiedAt: users.emailVerifiedAt, guarded: guardedEmailChanges.email })
    .from(users)
    .leftJoin(guardedEmailChanges, eq(guardedEmailChanges.userId, users.id))
    .where(eq(users.id, link.userId));
  if (user === undefined) return null;
  if (link.purpose === 'verify-email') return { kind: 'address', email: user.email, former: null, isLast: true };
  if (link.purpose === 'reset-password') return { kind: 'password', email: user.email, former: null, isLast: true };
  if (link.purpose === 'guarded-email-confirm' && user.guarded !== null) {
    return { kind: 'change', email: user.guarded, former: null, isLast: false };
  }
  if (link.purpose !== 'change-email') return null;
  const { email, isOld } = link.data as EmailChange;
  const isLast = (await followedBy(db, link, user.emailVerifiedAt !== null)) === 'done';
  return { kind: 'change', email, former: isOld ? user.email : null, isLast };
}

/** Tells what came of a link that was used: somebody who opens the mail again is not asked to confirm once more. Null for any other. */
export async function describeUsedLink(token: string, db: Database): Promise<'done' | 'used' | null> {
  const link = await findUsedLink(db, token);
  if (link === null) return null;
  const { email, emailVerifiedAt } = users;
  const [user] = await db.select({ email, emailVerifiedAt }).from(users).where(eq(users.id, link.userId));
  if (user === undefined || user.emailVerifiedAt === null) return 'used';
  if (link.purpose === 'verify-email') return 'done';
  return link.purpose === 'change-email' && (link.data as EmailChange).email === user.email ? 'done' : 'used';
}
