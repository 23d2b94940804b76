/**
 * Carries out the changes of e-mail that staff have started, once their waiting time is over and the new
 * mailbox has confirmed. Runs by the clock: the next run does what a stop or a crash prevented.
 */
import { and, eq, isNotNull, isNull, lte, or } from 'drizzle-orm';
import { actorOr, writeAudit } from '#features/audit/server/write-audit.ts';
import type { Database } from '#server/db/client.ts';
import { guardedEmailChanges, users } from '#server/db/schema/index.ts';
import type { Services } from '#server/http/serve.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { emailConfirmed } from './email-confirmed.ts';
import { endSessions } from './end-sessions.ts';
import { isTaken, stopGuardedChange } from './guarded-email-change.ts';
import { sendDoneMails } from './guarded-email-letters.ts';
import { dropLinkTokens } from './link-tokens.ts';

const maxAtOnce = 100;

/** One change that fails does not stop the others. */
export async function carryOutEmailChanges(services: Services): Promise<void> {
  const { db, log, now } = services;
  const at = now();
  const due = await db
    .select({ userId: guardedEmailChanges.userId })
    .from(guardedEmailChanges)
    .where(
      or(
        and(isNotNull(guardedEmailChanges.confirmedAt), lte(guardedEmailChanges.dueAt, at)),
        and(isNull(guardedEmailChanges.confirmedAt), lte(guardedEmailChanges.expiresAt, at)),
      ),
    )
    .orderBy(guardedEmailChanges.dueAt)
    .limit(maxAtOnce);
  for (const { userId } of due) {
    await db
      .transaction((tx) => carryOut(tx, userId, services))
      .catch((error: unknown) =>
        log.warn({ part: 'accounts', user: userId, err: error }, 'a change of e-mail could not be carried out yet'),
      );
  }
}

async function carryOut(tx: Database, userId: string, services: Services): Promise<void> {
  const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('update');
  // The change may have been stopped at this moment: then the row is gone.
  const [change] = await tx.select().from(guardedEmailChanges).where(eq(guardedEmailChanges.userId, userId));
  if (!user || !change) return;
  const stop = (by: 'lapsed' | 'banned' | 'taken') => stopGuardedChange(tx, userId, { by, actorId: null }, services);
  if (change.confirmedAt === null) return void (await stop('lapsed'));
  if (user.bannedAt !== null) return void (await stop('banned'));
  if (await isTaken(tx, change.email, userId)) return void (await stop('taken'));

  const { email } = change;
  const former = user.emailVerifiedAt ? { former: user.email } : {};
  await tx.update(users).set({ email, emailVerifiedAt: services.now() }).where(eq(users.id, userId));
  await tx.delete(guardedEmailChanges).where(eq(guardedEmailChanges.userId, userId));
  for (const purpose of [
    'change-email',
    'verify-email',
    'reset-password',
    'guarded-email-confirm',
    'guarded-email-stop',
  ] as const) {
    await dropLinkTokens(tx, userId, purpose);
  }
  // A stranger may have got in by the lost mailbox.
  await endSessions(tx, userId);
  await writeAudit(tx, {
    ...actorOr(change.startedById, 'deleted'),
    action: 'account.email-changed',
    subjectType: 'user',
    subjectId: userId,
    data: { email: [user.email, email], ...former },
  });
  await enqueue(tx, emailConfirmed, { userId, ...former });
  await sendDoneMails(tx, { person: user, email }, services);
}
