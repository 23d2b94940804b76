import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import type { ActRow } from './record-act.ts';

/** Premium for all listings of a person from another plan than the one at hand. */
export interface OtherPremium {
  /** Its last moment; null: a card pays for it until the person cancels. */
  until: Date | null;
}

/** Returns what covers the person's listings for longest after `from`, without this plan; null: nothing does. */
export async function otherPremium(tx: Database, plan: ActRow, from: Date): Promise<OtherPremium | null> {
  if (plan.userId === null) return null;
  const after = sql`${from.toISOString()}::timestamptz`;
  const { rows } = await tx.execute<{ until: string | null }>(sql`
    select ends_at as until from money_acts
    where user_id = ${plan.userId} and id <> ${plan.id} and kind in ('complimentary', 'cash') and ended_at is null
      -- Two that end at the same moment: the later one goes on.
      and (ends_at > ${after} or (ends_at = ${after} and id > ${plan.id}))
    union all
    select ends_at from subscriptions
    where user_id = ${plan.userId} and kind = 'owner_premium' and status = 'active' and suspended_at is null
      and paid_through is not null and (ends_at is null or ends_at > ${after})
    order by until desc nulls first limit 1`);
  const [row] = rows;
  return row === undefined ? null : { until: row.until === null ? null : new Date(row.until) };
}
