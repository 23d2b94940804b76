/** A change of e-mail between its beginning and its last link: seen, mailed again, taken back. */
import { and, desc, eq, gt, isNull, sql } from 'drizzle-orm';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import type { Database } from '#server/db/client.ts';
import { userTokens } from '#server/db/schema/index.ts';
import type { Services, SessionUser } from '#server/http/serve.ts';
import { Problem } from '#shared/problem.ts';
import type { PendingEmailChange } from '../account-contract.ts';
import { type EmailChange, holderOf, sendChangeLink } from './change-email.ts';
import { dropLinkTokens } from './link-tokens.ts';
import { lockOwnAccount } from './lock-account.ts';

/** The links that are still to be followed, the newest first. */
async function openLinks(db: Database, userId: string, now: Date) {
  const rows = await db
    .select({ id: userTokens.id, data: userTokens.data, expiresAt: userTokens.expiresAt })
    .from(userTokens)
    .where(
      and(
        eq(userTokens.userId, userId),
        eq(userTokens.purpose, 'change-email'),
        isNull(userTokens.usedAt),
        gt(userTokens.expiresAt, now),
        // Links of older releases do not say for which mailbox they are.
        sql`${userTokens.data} ? 'isOld'`,
      ),
    )
    .orderBy(desc(userTokens.expiresAt), userTokens.id);
  return rows.map(({ id, data, expiresAt }) => ({ id, change: data as EmailChange, expiresAt }));
}

export async function pendingEmailChange(db: Database, userId: string, now: Date): Promise<PendingEmailChange | null> {
  const links = await openLinks(db, userId, now);
  const [first] = links;
  if (first?.expiresAt == null) return null;
  const isOpen = (isOld: boolean) => links.some(({ change }) => change.isOld === isOld);
  const isOldAsked = await db.$count(
    userTokens,
    and(
      eq(userTokens.userId, userId),
      eq(userTokens.purpose, 'change-email'),
      sql`${userTokens.data} @> ${JSON.stringify({ changeId: first.change.changeId, isOld: true })}::jsonb`,
    ),
  );
  return {
    email: first.change.email,
    oldConfirmed: isOldAsked > 0 ? !isOpen(true) : null,
    newConfirmed: !isOpen(false),
    expiresAt: first.expiresAt.toISOString(),
  };
}

const gone = () => new Problem('not_found', 'There is no change to confirm any more.');

/**
 * Mails the links that were not followed yet once more; those mailed before stop working. What was confirmed stays so.
 * @throws Problem 'not_found'
 */
export async function mailChangeAgain(user: SessionUser, email: string, services: Services): Promise<void> {
  const holder = await holderOf(services.db, user, email);
  await services.db.transaction(async (tx) => {
    const person = await lockOwnAccount(tx, user);
    const isBoth = person.emailVerifiedAt !== null;
    const links = (await openLinks(tx, user.id, services.now())).filter(({ change }) => change.email === email);
    if (links.length === 0) throw gone();
    for (const { id, change } of links) {
      await tx.delete(userTokens).where(eq(userTokens.id, id));
      await sendChangeLink(tx, person, { change, isBoth, holder }, services);
    }
  });
}

/** @throws Problem 'not_found' */
export async function takeChangeBack(user: SessionUser, { db, now }: Pick<Services, 'db' | 'now'>): Promise<void> {
  await db.transaction(async (tx) => {
    await lockOwnAccount(tx, user);
    if ((await openLinks(tx, user.id, now())).length === 0) throw gone();
    await dropLinkTokens(tx, user.id, 'change-email');
    const subject = { subjectType: 'user', subjectId: user.id };
    await writeAudit(tx, { actorId: user.id, action: 'account.email-change-taken-back', ...subject });
  });
}
