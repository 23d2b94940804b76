/** Deletes an account now, schedules the deletion for the end of the paid time, or cancels it. */
import { and, eq, inArray, isNotNull } from 'drizzle-orm';
import {
  type BeforeDeletion,
  deleteOwnAccount,
  type Leaver,
  type LeavingWishes,
} from '#features/accounts/server/delete-account.ts';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import { planTitle } from '#features/billing/plan-title.ts';
import type { PrepaidPremium } from '#features/billing/prepaid-premium.ts';
import { listPrepaid } from '#features/billing/server/prepaid-premium.ts';
import { withdrawAllClaims } from '#features/claims/server/withdraw-all-claims.ts';
import { listTakenOver } from '#features/premium/server/taken-over.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { accountDeletions, subscriptions, users } from '#server/db/schema/index.ts';
import type { Services } from '#server/http/serve.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { replyToTown } from '#server/mail/reply-to-town.ts';
import { sendMail } from '#server/mail/send-mail.ts';
import { isLive } from '#server/stripe/subscription-states.ts';
import { formatDate } from '#shared/dates.ts';
import { Problem } from '#shared/problem.ts';
import type { CashPlan } from '../contract.ts';
import { followLeaving } from './follow-leaving.ts';
import { keptLetter } from './kept-letter.ts';
import {
  type ByStaff,
  cashBackLetter,
  type EndedPlan,
  farewellLetter,
  fateOfPlan,
  laterLetter,
} from './leaving-letters.ts';
import { listListingsOf } from './listings-of.ts';
import {
  creditOf,
  describePlan,
  listCashPlans,
  listPaidPlansNow,
  type PaidPlan,
  paidUntil,
  refundOf,
} from './paid-plans.ts';
import { tellAdministrators } from './request-letters.ts';

interface Wish extends LeavingWishes {
  plans: 'end' | 'refund' | undefined;
  /** Undefined: the person. */
  by?: ByStaff;
  /** Done at once, also where the account goes later: the rows name the person still. */
  atOnce?: BeforeDeletion | undefined;
}

/**
 * Returns the date of the deletion; null when it is done.
 * @throws Problem 'conflict' (paid time is left and nothing was chosen; the last administrator), 'unavailable'
 * with nothing done
 */
export async function leave(
  user: Leaver,
  { plans: choice, by, atOnce, ...wishes }: Wish,
  services: Services,
  before: readonly BeforeDeletion[],
): Promise<Date | null> {
  const at = services.now();
  const plans = await listPaidPlansNow(services, user.id);
  const cash = await listCashPlans(services.db, user.id, at);
  const prepaid = await listPrepaid(services.db, user.id, at);
  const until = paidUntil(plans, [...cash, ...prepaid], at);
  if (until !== null && choice === undefined) throw choiceMissing(until, by, services);
  if (choice === 'end') {
    if (until === null) {
      throw new Problem('conflict', 'No paid time is left to wait for. Leave `plans` out to delete the account now.');
    }
    const creditCents = await creditOf(services, user.id, 0);
    await leaveLater(user, { plans, cash, prepaid, creditCents, until, wishes, by, atOnce }, services);
    return until;
  }
  const ended: EndedPlan[] = [];
  for (const plan of plans) ended.push(describePlan(plan, await refundOf(services, plan, at)));
  const unusedCents = ended.reduce((sum, { refundCents }) => sum + (refundCents ?? 0), 0);
  const creditCents = await creditOf(services, user.id, unusedCents);
  const steps = atOnce ? [atOnce, ...before] : before;
  await leaveNow(user, { ended, cash, prepaid, creditCents, wishes, by }, services, steps);
  return null;
}

function choiceMissing(until: Date, by: ByStaff | undefined, { city }: Services): Problem {
  const date = formatDate(until, city.facts.timeZone);
  const paid = by
    ? `They have paid until ${date}. Please choose: end the plans`
    : `You have paid until ${date}. Please choose: end your plans`;
  return new Problem(
    'conflict',
    `${paid} on that date and delete the account then ('end'), or delete it now and ${by ? 'give' : 'get'} the unused part back ('refund').`,
    { fields: { plans: 'Please choose what happens to the time that is paid for' } },
  );
}

interface Leaving {
  ended: readonly EndedPlan[];
  cash: readonly CashPlan[];
  prepaid: readonly PrepaidPremium[];
  /** Credit that goes back to the card. */
  creditCents: number;
  wishes: LeavingWishes;
  by?: ByStaff | undefined;
  /** The site does it, as planned. */
  siteReason?: string;
}

/**
 * Deletes the account now. The farewell mail is queued last, because earlier mails to this mailbox are
 * deleted with the account.
 */
export async function leaveNow(
  user: Leaver,
  { ended, cash, prepaid, creditCents, wishes, by, siteReason }: Leaving,
  services: Services,
  before: readonly BeforeDeletion[],
): Promise<void> {
  await inTransaction(services.db, async (tx) => {
    const [person] = await tx.select().from(users).where(eq(users.id, user.id));
    const hasListings = (await listListingsOf(tx, user.id)).length > 0;
    const money = moneyNote({ ended, cash, creditCents }, services.now());
    await deleteOwnAccount(user, { ...services, db: tx }, before, wishes, { by, siteReason, money });
    const isMailed = person !== undefined && person.emailVerifiedAt !== null;
    const owed = cash.filter(({ unusedCents }) => unusedCents > 0);
    for (const plan of owed) await enqueue(tx, sendMail, cashBackLetter(services, plan, { isMailed, by }));
    if (person && by) await tellAdministrators(tx, person, by, 'deleted the account of', services);
    // A mailbox that nobody has confirmed may be a stranger's: no mail about a deletion goes there.
    if (!isMailed) return;
    const letter = farewellLetter(services, {
      username: person.username,
      ended,
      cash,
      prepaid,
      creditCents,
      hasListings,
      at: services.now(),
      by,
    });
    await enqueue(tx, sendMail, { to: person.email, ...letter, replyTo: replyToTown(services.city), forget: true });
  });
}

/** The sums of a deletion, and what became of each plan, for the history. */
function moneyNote(
  { ended, cash, creditCents }: Pick<Leaving, 'ended' | 'cash' | 'creditCents'>,
  at: Date,
): Record<string, unknown> {
  const backCents = ended.reduce((sum, { refundCents }) => sum + (refundCents ?? 0), creditCents);
  const byHandCents = cash.reduce((sum, { unusedCents }) => sum + unusedCents, 0);
  return {
    ...(backCents > 0 && { backCents }),
    ...(creditCents > 0 && { ofItCreditCents: creditCents }),
    ...(byHandCents > 0 && { byHandCents }),
    ...(ended.length > 0 && { plans: ended.map((plan) => `${planTitle(plan)} (${fateOfPlan(plan, at)})`) }),
  };
}

interface Later {
  plans: readonly PaidPlan[];
  cash: readonly CashPlan[];
  prepaid: readonly PrepaidPremium[];
  creditCents: number;
  until: Date;
  wishes: LeavingWishes;
  by: ByStaff | undefined;
  atOnce: BeforeDeletion | undefined;
}

async function leaveLater(
  user: Leaver,
  { plans, cash, prepaid, creditCents, until, wishes, by, atOnce }: Later,
  services: Services,
): Promise<void> {
  const toEnd = plans.filter(({ subscription: { status, endsAt } }) => isLive(status) && endsAt === null);
  const ids = toEnd.map(({ subscription }) => subscription.id);
  await inTransaction(services.db, async (tx) => {
    const [person] = await tx.select().from(users).where(eq(users.id, user.id)).for('no key update');
    if (person === undefined) throw new Problem('not_found', 'This account is deleted already.');
    await atOnce?.(tx, user.id, services, wishes);
    const [known] = await tx.select().from(accountDeletions).where(eq(accountDeletions.userId, user.id));
    const subscriptionIds = [...new Set([...(known?.subscriptionIds ?? []), ...ids])];
    const row = { dueAt: until, subscriptionIds, ...wishes };
    await tx
      .insert(accountDeletions)
      .values({ userId: user.id, askedAt: services.now(), ...row })
      .onConflictDoUpdate({ target: accountDeletions.userId, set: row });
    // A claim that is approved later would charge a person who is leaving.
    await withdrawAllClaims(tx, user.id, services);
    await enqueue(tx, followLeaving, { userId: user.id, subscriptionIds });
    if (known !== undefined) return;
    await writeAudit(tx, {
      actorId: by?.actorId ?? user.id,
      action: by ? 'user.deletion-planned' : 'account.deletion-planned',
      subjectType: 'user',
      subjectId: user.id,
      data: {
        dueAt: until.toISOString(),
        ...(by && { reason: by.reason }),
        ...(plans.length > 0 && {
          plans: plans.map((plan) => `${planTitle(describePlan(plan, null))} (ends with its paid time)`),
        }),
      },
    });
    if (by) await tellAdministrators(tx, person, by, 'planned the deletion of the account of', services);
    const letter = laterLetter(services, {
      username: person.username,
      plans: plans.map((plan) => describePlan(plan, null)),
      cashPlans: [...cash],
      prepaid: [...prepaid],
      takenOver: await listTakenOver(tx, user.id),
      listings: await listListingsOf(tx, user.id),
      creditCents,
      until,
      by,
    });
    if (person.emailVerifiedAt !== null) await enqueue(tx, sendMail, { to: person.email, ...letter });
  });
}

/** @param actorId a member of staff who does it for the person. @throws Problem 'conflict' when no deletion is planned */
export async function keepOwnAccount(
  user: Leaver,
  { db, city, env, now }: Pick<Services, 'db' | 'city' | 'env' | 'now'>,
  actorId?: string,
): Promise<string[]> {
  return db.transaction(async (tx) => {
    const [row] = await tx.delete(accountDeletions).where(eq(accountDeletions.userId, user.id)).returning();
    if (row === undefined) throw new Problem('conflict', 'No deletion of this account is planned.');
    await enqueue(tx, followLeaving, { userId: user.id, subscriptionIds: row.subscriptionIds });
    if (row.subscriptionIds.length > 0) {
      const goOn = and(inArray(subscriptions.id, row.subscriptionIds), isNotNull(subscriptions.endsAt));
      await tx.update(subscriptions).set({ keptAt: now() }).where(goOn);
    }
    const subject = { subjectType: 'user', subjectId: user.id };
    const action = actorId === undefined ? 'account.deletion-taken-back' : 'user.deletion-taken-back';
    await writeAudit(tx, { actorId: actorId ?? user.id, action, ...subject });
    const [person] = await tx.select().from(users).where(eq(users.id, user.id));
    if (person && person.emailVerifiedAt !== null) {
      const letter = await keptLetter(tx, { person, planned: row, now: now() }, { city, env });
      await enqueue(tx, sendMail, { to: person.email, ...letter });
    }
    return row.subscriptionIds;
  });
}
