import { and, eq, sql } from 'drizzle-orm';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import type { Database } from '#server/db/client.ts';
import { businesses, users } from '#server/db/schema/index.ts';
import type { Services } from '#server/http/serve.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { sendMail } from '#server/mail/send-mail.ts';
import { type EmailChange, followedBy, sendChangeLink } from './change-email.ts';
import { emailConfirmed } from './email-confirmed.ts';
import { confirmGuardedChange, stopGuardedChange } from './guarded-email-change.ts';
import { emailChangedLetter } from './letters.ts';
import { dropLinkTokens, findLinkToken, spendLinkToken, spentLink } from './link-tokens.ts';
import { checkNotTaken, refuseTaken } from './taken.ts';

/**
 * Uses a link that confirms a mailbox. Returns the result as a sentence for people.
 * @throws Problem 'not_found' for an unknown link, 'conflict' when another account has got the new address
 */
export async function confirmEmail(
  { token, noCharge }: { token: string; noCharge?: boolean | undefined },
  services: Services,
): Promise<string> {
  const { db, now } = services;
  const at = now();
  const link = await findLinkToken(db, token, at);
  if (link === null) throw spentLink();
  if (link.purpose === 'change-email') {
    return db
      .transaction((tx) => confirmChange(tx, { token, userId: link.userId, noCharge }, services))
      .catch(refuseTaken);
  }
  if (link.purpose === 'guarded-email-confirm') return confirmGuardedChange(token, link.userId, services);
  await db.transaction(async (tx) => {
    await tx.select({ id: users.id }).from(users).where(eq(users.id, link.userId)).for('update');
    if ((await spendLinkToken(tx, token, 'verify-email', at)) === null) throw spentLink();
    await tx.update(users).set({ emailVerifiedAt: at }).where(eq(users.id, link.userId));
    const subject = { subjectType: 'user', subjectId: link.userId };
    await writeAudit(tx, { actorId: link.userId, action: 'account.email-verified', ...subject });
    await enqueue(tx, emailConfirmed, { userId: link.userId, ...(noCharge && { noCharge }) });
  });
  return 'Thank you. Your email is confirmed.';
}

async function confirmChange(
  tx: Database,
  { token, userId, noCharge }: { token: string; userId: string; noCharge: boolean | undefined },
  services: Services,
): Promise<string> {
  const at = services.now();
  // When both links are used at once, the second waits here and then sees that the first is done.
  const [user] = await tx
    .select({
      ...{ id: users.id, username: users.username },
      ...{ email: users.email, emailVerifiedAt: users.emailVerifiedAt },
    })
    .from(users)
    .where(eq(users.id, userId))
    .for('update');
  const link = await spendLinkToken(tx, token, 'change-email', at);
  if (!user || link === null) throw spentLink();
  const { changeId, email } = link.data as EmailChange;
  const isConfirmed = user.emailVerifiedAt !== null;
  const then = await followedBy(tx, link, isConfirmed);
  if (then === 'asks-old') {
    const change = { changeId, email, isOld: true };
    await sendChangeLink(tx, user, { change, isBoth: true, holder: null }, services);
  }
  if (then !== 'done') return 'Thank you. Now follow the link that we sent to your other address.';

  await checkNotTaken(tx, { email }, userId);
  const former = isConfirmed ? { former: user.email } : {};
  await tx.update(users).set({ email, emailVerifiedAt: at }).where(eq(users.id, userId));
  for (const purpose of ['verify-email', 'reset-password'] as const) await dropLinkTokens(tx, userId, purpose);
  await stopGuardedChange(tx, userId, { by: 'other-change' }, services);
  await writeAudit(tx, {
    actorId: userId,
    action: 'account.email-changed',
    subjectType: 'user',
    subjectId: userId,
    data: { email: [user.email, email], ...former },
  });
  await enqueue(tx, emailConfirmed, { userId, ...(noCharge && { noCharge }), ...former });
  const listings = await showing(tx, user);
  // Nobody has ever shown that an unconfirmed mailbox is theirs: a slip in an address leads to a stranger.
  for (const to of isConfirmed ? [user.email, email] : [email]) {
    const said = { username: user.username, email, former: user.email, listings };
    const letter = emailChangedLetter(services, { ...said, isOld: to === user.email });
    await enqueue(tx, sendMail, { to, ...letter });
  }
  return `Thank you. Your account now uses ${email}.`;
}

/** Names of the person's listings whose public email is the account's, at most 20. */
async function showing(tx: Database, { id, email }: { id: string; email: string }): Promise<string[]> {
  const isShown = and(eq(businesses.ownerId, id), sql`lower(${businesses.email}) = lower(${email})`);
  const rows = await tx.select({ name: businesses.name }).from(businesses).where(isShown).limit(20);
  return rows.map(({ name }) => name);
}
