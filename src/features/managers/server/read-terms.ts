import { readHandOverTerms } from '#features/claims/server/hand-over-claims.ts';
import type { Database } from '#server/db/client.ts';
import type { ListingPeople } from '../contract.ts';

/** Reads the consequence of a hand-over for a paid claim, as pages and mails need it. */
export async function readTerms(
  db: Database,
  owned: { businessId: string; ownerId: string },
  now: Date,
): Promise<Omit<ListingPeople['handOver'], 'lonePremium'>> {
  const { paid, notYet } = await readHandOverTerms(db, owned, now);
  return { paid: paid && { until: paid.until.toISOString(), plan: paid.plan }, notYet };
}
