/** The mail to a person who keeps the account after all: each plan with its state, and how to go on with one that ends or has ended. */
import { and, eq, inArray, sql } from 'drizzle-orm';
import { planTitle } from '#features/billing/plan-title.ts';
import { listPrepaid } from '#features/billing/server/prepaid-premium.ts';
import type { Database } from '#server/db/client.ts';
import { type accountDeletions, businesses, claims, subscriptions } from '#server/db/schema/index.ts';
import type { Services } from '#server/http/serve.ts';
import { composeLetter } from '#server/mail/compose-letter.ts';
import type { LaidOutLetter } from '#server/mail/lay-out-letter.ts';
import { blockVariable, dashboardLink, defineMail, usernameVariable } from '#server/mail/mail-text.ts';
import { isLive } from '#server/stripe/subscription-states.ts';
import { formatDate } from '#shared/dates.ts';
import { cashTitle, prepaidTitle } from '../plan-words.ts';
import { describePlan, listCashPlans, listPaidPlans, type PaidPlan } from './paid-plans.ts';

export const keptMail = defineMail({
  name: 'account-kept',
  group: 'Accounts',
  to: 'the person',
  when: 'Somebody keeps the account after all.',
  variables: {
    username: usernameVariable,
    plans: blockVariable('each plan with its state', [
      { facts: [['Claim: Fig & Ladder', 'goes on; it is paid until June 12, 2027']] },
    ]),
    dashboard: dashboardLink,
  },
  conditions: {
    ending: { means: 'a plan still ends, and can be kept', example: true },
    over: { means: 'a plan has ended, or a claim was withdrawn', example: false },
  },
  subject: 'Your account for {{site}} stays',
  text: [
    'Hello {{username}},',
    'Your account will not be deleted, as you asked. It stays as it is.',
    '{{plans}}',
    '{{when ending}} A plan that ends was canceled apart from the deletion. To go on with it, press Keep my plan on your dashboard before that day.',
    '{{when over}} What has ended or was withdrawn does not come back by itself. To go on with it, take Premium again on your dashboard, or claim the listing again on its page.',
    '{{dashboard: Open your dashboard}}',
  ],
});

type State = 'goesOn' | 'ending' | 'over';
interface KeptPlan {
  title: string;
  fate: string;
  state: State;
}

type Planned = Pick<typeof accountDeletions.$inferSelect, 'userId' | 'subscriptionIds' | 'askedAt'>;
type Sender = Pick<Services, 'city' | 'env'>;

interface Kept {
  person: { username: string };
  /** The deletion that was planned: its subscriptions go on. */
  planned: Planned;
  now: Date;
}

export async function keptLetter(
  tx: Database,
  { person, planned, now }: Kept,
  { city, env }: Sender,
): Promise<LaidOutLetter> {
  const plans = await readKept(tx, planned, now, city.facts.timeZone);
  const has = (state: State) => plans.some((plan) => plan.state === state);
  return composeLetter({ city, env }, keptMail, {
    username: person.username,
    plans: plans.length === 0 ? [] : [{ facts: plans.map(({ title, fate }): [string, string] => [title, fate]) }],
    ending: has('ending'),
    over: has('over'),
    dashboard: `${env.siteUrl}/dashboard#plans`,
  });
}

async function readKept(tx: Database, planned: Planned, now: Date, timeZone: string): Promise<KeptPlan[]> {
  const { userId, subscriptionIds, askedAt } = planned;
  const withdrawn = await tx
    .select({ business: businesses.name, subscriptionId: claims.subscriptionId, at: claims.decidedAt })
    .from(claims)
    .innerJoin(businesses, eq(businesses.id, claims.businessId))
    .where(and(eq(claims.userId, userId), eq(claims.status, 'withdrawn')))
    .orderBy(businesses.name);
  // The payment service ends the hold of a withdrawn claim a moment later.
  const onHold = new Set(withdrawn.map(({ subscriptionId }) => subscriptionId));
  const paid = (await listPaidPlans(tx, userId, now)).filter(({ subscription }) => !onHold.has(subscription.id));
  const known = new Set(paid.map(({ subscription }) => subscription.id));
  const used = subscriptionIds.filter((id) => !known.has(id));
  const ended = used.length === 0 ? [] : await readEnded(tx, userId, used);
  const date = (at: string) => formatDate(at, timeZone);
  const untilThen = ({ title, endsAt }: { title: string; endsAt: string }): KeptPlan => ({
    ...{ title, fate: `is paid until ${date(endsAt)}`, state: 'goesOn' },
  });
  const stays = new Set(subscriptionIds);
  return [
    ...[...paid, ...ended].map((plan) => keptPlan(plan, stays, date)),
    ...(await listCashPlans(tx, userId, now)).map(({ endsAt }) => untilThen({ title: cashTitle, endsAt })),
    ...(await listPrepaid(tx, userId, now)).map((one) => untilThen({ title: prepaidTitle(one), endsAt: one.endsAt })),
    ...withdrawn
      .filter(({ at }) => at !== null && at >= askedAt)
      .map(({ business }): KeptPlan => {
        return { title: planTitle({ name: 'Claim', business }), fate: 'was withdrawn, not charged', state: 'over' };
      }),
  ];
}

/** Plans of the deletion whose paid time was over before it was taken back. */
const readEnded = (tx: Database, userId: string, ids: readonly string[]): Promise<PaidPlan[]> =>
  tx
    .select({ subscription: subscriptions, business: businesses.name, firstDueAt: sql<null>`null` })
    .from(subscriptions)
    .leftJoin(businesses, eq(businesses.id, subscriptions.businessId))
    .where(and(eq(subscriptions.userId, userId), inArray(subscriptions.id, [...ids])))
    .orderBy(subscriptions.id);

/** The payment service takes the ends back a moment later, so `endsAt` says nothing of the plans that go on. */
function keptPlan(plan: PaidPlan, stays: ReadonlySet<string>, date: (at: string) => string): KeptPlan {
  const { id, status, endsAt } = plan.subscription;
  const view = describePlan(plan, null);
  const title = planTitle(view);
  const paid = view.paidThrough === null ? '' : date(view.paidThrough);
  if (!isLive(status)) {
    const isOver = view.paidThrough === null || plan.subscription.endedAt !== null;
    return { title, fate: isOver ? 'has ended' : `ends on ${paid}`, state: 'over' };
  }
  if (view.state === 'disputed') return { title, fate: 'stands still: its payment is disputed', state: 'goesOn' };
  if (endsAt !== null && !stays.has(id)) {
    return { title, fate: `ends on ${date(view.endsAt ?? endsAt.toISOString())}`, state: 'ending' };
  }
  if (paid === '' && status === 'trialing' && plan.firstDueAt !== null) {
    const day = date(plan.firstDueAt.toISOString());
    return { title, fate: `goes on; its first payment is due on ${day}`, state: 'goesOn' };
  }
  if (paid === '' || plan.subscription.failedAt !== null) {
    return { title, fate: 'goes on once its payment is made', state: 'goesOn' };
  }
  return { title, fate: `goes on; it is paid until ${paid}`, state: 'goesOn' };
}
