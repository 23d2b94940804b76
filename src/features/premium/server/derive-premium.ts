/** Premium is derived, never toggled: valid subscriptions, orders and plans from staff decide who is premium until when. */
import { type SQL, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { graceDays } from '#features/billing/plan-end.ts';
import type { Database } from '#server/db/client.ts';
import { announceChange } from '#server/http/announce-change.ts';
import { defineJob } from '#server/jobs/define-job.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { renewalLeadMinutes } from '../premium-rules.ts';

/** The businesses to update. */
type PremiumScope = { ownerId: string } | { businessId: string } | 'all';

export const derivePremiumJob = defineJob(
  'derive-premium',
  z.object({ ownerId: z.optional(z.string()), businessId: z.optional(z.string()) }),
  { keepDays: 1 },
);

/**
 * Call it when the owner or the state of a business changes: its premium is updated right after the
 * transaction. It is a job, because a derivation waits for others, and neither must block the other's rows.
 */
export async function followPremium(tx: Database, businessId: string): Promise<void> {
  await enqueue(tx, derivePremiumJob, { businessId });
}

/** Derivations run one at a time. Two at once, for two subscriptions of one owner, would not see each other's uncommitted row. */
async function lockPremium(tx: Database): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('derive premium'))`);
}

/**
 * Updates `businesses.premiumExpiresAt` where it differs from what is paid for, and invalidates stored
 * pages. Needs lockPremium in the same transaction.
 */
async function derivePremium(tx: Database, scope: PremiumScope, now: Date): Promise<void> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const soon = sql`${at} + make_interval(mins => ${renewalLeadMinutes})`;
  const { rows } = await tx.execute<{ id: string }>(sql`
    with coverage as (
      select kind, user_id, business_id, least(
        -- A renewal is charged some time after the period has turned: grace covers that time, and failing
        -- payments.
        case
          -- It becomes a plain claim then: no payment for more Premium is on its way.
          when kind = 'claim_premium' and next_price_key = 'claim_standard_month' then paid_through
          when status = 'past_due' or paid_through <= ${soon}
          then paid_through + make_interval(days => ${graceDays}) else paid_through end,
        ends_at) as until
      from subscriptions
      where kind in ('owner_premium', 'claim_premium') and status in ('active', 'past_due')
        and suspended_at is null and paid_through is not null
      union all
      -- A listing that was handed over keeps what was promised to its new owner, whatever becomes of the former owner's account or
      -- card, unless the money was given back.
      select 'claim_premium', null, claims.business_id, least(paid_through, claims.paid_until)
      from claims join subscriptions on subscriptions.id = claims.subscription_id
      where claims.status = 'handed_over' and subscriptions.kind = 'claim_premium' and paid_through is not null
      union all
      -- Its new owner has given a card for the time after: Premium does not rest until that is charged, an hour or so later.
      select 'claim_premium', null, claims.business_id, former.paid_until + make_interval(days => 1)
      from claims
        join claims former on former.id = claims.succeeds_id
        join subscriptions on subscriptions.id = claims.subscription_id
      where claims.status = 'approved' and subscriptions.kind = 'claim_premium' and former.plan = 'premium'
        and subscriptions.status in ('trialing', 'active') and paid_through is null and failed_at is null
      union all
      -- A paid order that staff have set up; one that was given back or is disputed has another status.
      select 'order', null, business_id, premium_until
      from listing_orders
      where status = 'handled' and premium_until is not null
      union all
      -- Given by staff, or paid to them in cash: covers all listings of the person, as an upgrade does.
      select 'owner_premium', user_id, null, ends_at
      from money_acts
      where kind in ('complimentary', 'cash') and ended_at is null
    ), wanted as (
      select listing.id, (
        select max(until) from coverage
        where until > ${at} and listing.status in ('approved', 'hidden') and (
          (kind in ('claim_premium', 'order') and business_id = listing.id) or (kind = 'owner_premium' and user_id = listing.owner_id)
        )
      ) as until
      from businesses listing where ${inScope(scope)}
    )
    update businesses set premium_expires_at = wanted.until from wanted
    where businesses.id = wanted.id and businesses.premium_expires_at is distinct from wanted.until
    returning businesses.id`);
  if (rows.length > 0) await announceChange(tx, ['businesses', ...rows.map(({ id }) => `business:${id}`)]);
}

function inScope(scope: PremiumScope): SQL {
  if (scope === 'all') return sql`true`;
  if ('ownerId' in scope) return sql`listing.owner_id = ${scope.ownerId}`;
  return sql`listing.id = ${scope.businessId}`;
}

/** The same in its own transaction. */
export async function refreshPremium(db: Database, scope: PremiumScope, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    await lockPremium(tx);
    await derivePremium(tx, scope, now);
  });
}
