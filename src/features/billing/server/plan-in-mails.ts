/** Words that the mails about plans share. */
import { eq } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { businesses, type subscriptions } from '#server/db/schema/index.ts';
import type { Services } from '#server/http/serve.ts';
import type { LaidOutLetter } from '#server/mail/lay-out-letter.ts';
import { formatDate } from '#shared/dates.ts';
import { formatDollars } from '#shared/money.ts';
import { catalogue, lookupKeys } from '../catalogue.ts';

type Row = typeof subscriptions.$inferSelect;
export type Context = Pick<Services, 'city' | 'env'>;

/** Every mail about a plan names these. */
interface Common {
  username: string;
  dashboard: string;
}
export type Compose = (common: Common) => LaidOutLetter;

/** 'Premium for your listings', 'your plan for García Bakery' */
export async function planNameOf(tx: Database, row: Pick<Row, 'kind' | 'businessId'>): Promise<string> {
  if (row.kind === 'owner_premium' || row.businessId === null) return 'Premium for your listings';
  const [business] = await tx
    .select({ name: businesses.name })
    .from(businesses)
    .where(eq(businesses.id, row.businessId));
  return `your plan for ${business?.name ?? 'your listing'}`;
}

/** '$29 a month', as the plan itself costs: the town's price may have changed since. */
export function describeAmount(priceKey: string | null, cents: number | null): string {
  const key = lookupKeys.find((known) => known === priceKey);
  return key === undefined || cents === null ? 'its price' : `${formatDollars(cents)} a ${catalogue[key].interval}`;
}

export const priceOf = ({ priceKey, priceCents }: Row): string => describeAmount(priceKey, priceCents);

export const dateOf = (at: Date, { city }: Context) => formatDate(at.toISOString(), city.facts.timeZone);
