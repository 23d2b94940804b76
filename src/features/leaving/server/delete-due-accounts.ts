/**
 * Deletes accounts whose paid time is over. Runs by the clock: the next run does what a stop or a crash
 * prevented.
 */
import { eq, lte, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { BeforeDeletion } from '#features/accounts/server/delete-account.ts';
import { listPrepaid } from '#features/billing/server/prepaid-premium.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { accountDeletions, users } from '#server/db/schema/index.ts';
import type { Services } from '#server/http/serve.ts';
import { type BoundJob, bindJob } from '#server/jobs/bind-job.ts';
import { defineJob } from '#server/jobs/define-job.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { isLive } from '#server/stripe/subscription-states.ts';
import { Problem } from '#shared/problem.ts';
import { dayMs } from '#shared/times.ts';
import { followLeaving } from './follow-leaving.ts';
import { leaveNow } from './leave.ts';
import { creditOf, describePlan, listCashPlans, listPaidPlansNow, paidUntil } from './paid-plans.ts';

const maxAtOnce = 100;

export const deleteDueAccounts = defineJob('delete-due-accounts', z.object({}), { isSingleton: true, keepDays: 1 });

export const bindDeleteDueAccounts = (before: readonly BeforeDeletion[]): BoundJob =>
  bindJob(deleteDueAccounts, (_, run) => deleteDue(run, before));

/** An account that fails does not stop the others. */
export async function deleteDue(services: Services, before: readonly BeforeDeletion[]): Promise<void> {
  const { db, log, now } = services;
  const due = await db
    .select({ userId: accountDeletions.userId })
    .from(accountDeletions)
    .where(lte(accountDeletions.dueAt, now()))
    .orderBy(accountDeletions.dueAt)
    .limit(maxAtOnce);
  for (const { userId } of due) {
    await deleteWhenUsedUp(userId, services, before).catch((error: unknown) =>
      log.warn({ part: 'accounts', user: userId, err: error }, 'an account that is due could not be deleted yet'),
    );
  }
}

async function deleteWhenUsedUp(userId: string, services: Services, before: readonly BeforeDeletion[]): Promise<void> {
  const { db, now } = services;
  const plans = await listPaidPlansNow(services, userId);
  const cash = await listCashPlans(db, userId, now());
  // Begun after the person asked: it stays with the listing, so the deletion does not wait for it.
  const prepaid = await listPrepaid(db, userId, now());
  const until = paidUntil(plans, cash, now());
  if (until !== null)
    return waitFor(
      userId,
      until,
      plans.map(({ subscription }) => subscription),
      services,
    );
  const creditCents = await creditOf(services, userId, 0);
  await inTransaction(db, async (tx) => {
    // The person may cancel at this moment: then the row is gone.
    const [row] = await tx.select().from(accountDeletions).where(eq(accountDeletions.userId, userId)).for('update');
    const [user] = await tx.select({ id: users.id, role: users.role }).from(users).where(eq(users.id, userId));
    if (row === undefined || user === undefined) return;
    const { keepContactEmail, leaveNewsletter } = row;
    const ended = plans.map((plan) => describePlan(plan, 0));
    const siteReason = 'It was planned for the end of what is paid for';
    const wishes = { keepContactEmail, leaveNewsletter };
    await leaveNow(user, { ended, cash, prepaid, creditCents, wishes, siteReason }, { ...services, db: tx }, before);
  }).catch(async (error: unknown) => {
    if (!(error instanceof Problem) || error.code !== 'conflict') throw error;
    // The last administrator has to stay for now.
    await postpone(userId, new Date(now().getTime() + dayMs), services);
    throw error;
  });
}

/** Something was paid after the person asked: the date moves on, and the new plan ends too, or goes on when the person stays. */
async function waitFor(
  userId: string,
  until: Date,
  rows: readonly { id: string; status: string; endsAt: Date | null }[],
  services: Services,
): Promise<void> {
  const live = rows.filter(({ status }) => isLive(status));
  const ids = live.map(({ id }) => id);
  const running = live.filter(({ endsAt }) => endsAt === null).map(({ id }) => id);
  const { subscriptionIds } = accountDeletions;
  await services.db
    .update(accountDeletions)
    .set({
      dueAt: until,
      subscriptionIds: sql`array(select distinct unnest(${subscriptionIds} || ${sql.param(running)}::text[]))`,
    })
    .where(eq(accountDeletions.userId, userId));
  await enqueue(services.db, followLeaving, { userId, subscriptionIds: ids });
}

async function postpone(userId: string, dueAt: Date, { db }: Pick<Services, 'db'>): Promise<void> {
  await db.update(accountDeletions).set({ dueAt }).where(eq(accountDeletions.userId, userId));
}
