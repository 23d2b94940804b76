/**
 * A change of e-mail for a person who has lost the mailbox, started by staff: it waits for 72 hours, the old
 * mailbox can stop it, and the new one has to confirm.
 */
import { eq } from 'drizzle-orm';
import { actorOr, writeAudit } from '#features/audit/server/write-audit.ts';
import type { Database } from '#server/db/client.ts';
import { guardedEmailChanges, users } from '#server/db/schema/index.ts';
import type { Services, SessionUser } from '#server/http/serve.ts';
import { formatDate, formatTime } from '#shared/dates.ts';
import { Problem } from '#shared/problem.ts';
import { dayMs } from '#shared/times.ts';
import type { GuardedEmailChange } from '../account-contract.ts';
import { changeStoppedMessage } from '../mail-links-contract.ts';
import { type StopReason, sendStartMails, sendStopMails } from './guarded-email-letters.ts';
import { dropLinkTokens, findLinkToken, makeLinkToken, spendLinkToken, spentLink } from './link-tokens.ts';
import { lockOwnAccount } from './lock-account.ts';
import { checkNotTaken } from './taken.ts';

const waitMs = 3 * dayMs;
const confirmWithinMs = 7 * dayMs;

const gone = () => new Problem('not_found', 'There is no change to stop any more.');

async function lockUser(tx: Database, id: string) {
  const [user] = await tx.select().from(users).where(eq(users.id, id)).for('update');
  return user;
}

/** The change that waits for this person, as the person may see it. */
export async function guardedChangeOf(
  db: Database,
  userId: string,
): Promise<(GuardedEmailChange & { reason: string }) | null> {
  const [row] = await db.select().from(guardedEmailChanges).where(eq(guardedEmailChanges.userId, userId));
  if (!row) return null;
  return {
    email: row.email,
    reason: row.reason,
    dueAt: row.dueAt.toISOString(),
    isConfirmed: row.confirmedAt !== null,
  };
}

/**
 * Starts the change and mails both mailboxes and all administrators. The person's own open change is dropped.
 * @throws Problem 'not_found'; 'conflict' for oneself, somebody banned, an address in use, or a change that waits
 */
export async function startGuardedChange(
  actor: SessionUser,
  { id, email, reason }: { id: string; email: string; reason: string },
  services: Services,
): Promise<void> {
  if (id === actor.id) throw new Problem('conflict', 'You cannot do this for yourself. Please ask a colleague.');
  await services.db.transaction(async (tx) => {
    const person = await lockUser(tx, id);
    if (!person) throw new Problem('not_found', 'This account is not there any more.');
    if (person.bannedAt !== null) throw new Problem('conflict', 'This person is banned. Please lift the ban first.');
    if (person.email.toLowerCase() === email.toLowerCase()) {
      throw new Problem('conflict', 'This is the email of the account already.', {
        fields: { email: 'This is the email of the account already.' },
      });
    }
    await checkNotTaken(tx, { email });
    if ((await guardedChangeOf(tx, id)) !== null) {
      throw new Problem('conflict', 'Another change waits already. Please stop it first.');
    }
    await dropLinkTokens(tx, id, 'change-email');
    const now = services.now();
    const dueAt = new Date(now.getTime() + waitMs);
    await tx.insert(guardedEmailChanges).values({
      userId: id,
      email,
      reason,
      startedById: actor.id,
      createdAt: now,
      dueAt,
      expiresAt: new Date(now.getTime() + confirmWithinMs),
    });
    const tokenFor = (purpose: 'guarded-email-confirm' | 'guarded-email-stop') =>
      makeLinkToken(tx, { userId: id, purpose, now });
    const [confirmToken, stopToken] = [await tokenFor('guarded-email-confirm'), await tokenFor('guarded-email-stop')];
    await writeAudit(tx, {
      actorId: actor.id,
      action: 'user.email-change-started',
      subjectType: 'user',
      subjectId: id,
      data: { username: person.username, email, reason },
    });
    const by = actor.username;
    await sendStartMails(tx, { person, email, dueAt, by, confirmToken, stopToken }, services);
  });
}

/**
 * Ends a waiting change in the caller's transaction, and tells both mailboxes and all administrators. The
 * caller has locked the person's row. Returns false when no change waits.
 */
export async function stopGuardedChange(
  tx: Database,
  userId: string,
  { by, actorId = userId }: { by: StopReason; actorId?: string | null },
  services: Services,
): Promise<boolean> {
  const [row] = await tx.delete(guardedEmailChanges).where(eq(guardedEmailChanges.userId, userId)).returning();
  const [person] = await tx.select().from(users).where(eq(users.id, userId));
  if (!row || !person) return false;
  for (const purpose of ['guarded-email-confirm', 'guarded-email-stop'] as const)
    await dropLinkTokens(tx, userId, purpose);
  await writeAudit(tx, {
    ...actorOr(actorId, 'site'),
    action: 'user.email-change-stopped',
    subjectType: 'user',
    subjectId: userId,
    data: { username: person.username, by },
  });
  await sendStopMails(tx, { person, email: row.email, by }, services);
  return true;
}

/** The owner stops it on the account page. @throws Problem 'not_found' */
export async function stopOwnGuardedChange(user: SessionUser, services: Services): Promise<void> {
  await services.db.transaction(async (tx) => {
    await lockOwnAccount(tx, user);
    if (!(await stopGuardedChange(tx, user.id, { by: 'account' }, services))) throw gone();
  });
}

/** @throws Problem 'not_found' */
export async function callOffGuardedChange(actor: SessionUser, userId: string, services: Services): Promise<void> {
  await services.db.transaction(async (tx) => {
    await lockUser(tx, userId);
    if (!(await stopGuardedChange(tx, userId, { by: 'staff', actorId: actor.id }, services))) throw gone();
  });
}

/** Uses the link that was mailed to the old mailbox. @throws Problem 'not_found' */
export async function stopGuardedChangeByLink(token: string, services: Services): Promise<string> {
  const { db, now } = services;
  const open = await findLinkToken(db, token, now());
  if (open?.purpose !== 'guarded-email-stop') throw spentLink();
  return db.transaction(async (tx) => {
    await lockUser(tx, open.userId);
    if ((await spendLinkToken(tx, token, 'guarded-email-stop', now())) === null) throw spentLink();
    if (!(await stopGuardedChange(tx, open.userId, { by: 'link' }, services))) throw gone();
    return changeStoppedMessage;
  });
}

/** Uses the link that was mailed to the new mailbox; returns the result as a sentence. @throws Problem 'not_found' */
export async function confirmGuardedChange(token: string, userId: string, services: Services): Promise<string> {
  const { db, now, city } = services;
  return db.transaction(async (tx) => {
    await lockUser(tx, userId);
    if ((await spendLinkToken(tx, token, 'guarded-email-confirm', now())) === null) throw spentLink();
    const [row] = await tx
      .update(guardedEmailChanges)
      .set({ confirmedAt: now() })
      .where(eq(guardedEmailChanges.userId, userId))
      .returning();
    if (!row) throw spentLink();
    if (row.dueAt <= now()) return `Thank you. Your account uses ${row.email} in a few minutes.`;
    const { timeZone } = city.facts;
    return `Thank you. Your account will use ${row.email} from ${formatDate(row.dueAt, timeZone)}, ${formatTime(row.dueAt, timeZone)} on, unless somebody with the old address stops it before.`;
  });
}

/** The same check as at the start: the address may have been taken in the meantime. */
export const isTaken = (tx: Database, email: string, userId: string): Promise<boolean> =>
  checkNotTaken(tx, { email }, userId).then(
    () => false,
    (error: unknown) => {
      if (error instanceof Problem) return true;
      throw error;
    },
  );
