import { and, eq, sql } from 'drizzle-orm';
import { requireUser } from '#features/accounts/server/current-user.ts';
import { editableBy } from '#features/businesses/server/own-business.ts';
import type { Database } from '#server/db/client.ts';
import { businesses, statisticsLetters } from '#server/db/schema/index.ts';
import type { ApiRequest } from '#server/http/serve.ts';
import { addDays, addMonths, dayOf } from '#shared/dates.ts';
import { Problem } from '#shared/problem.ts';
import type { Numbers, Period, Statistics } from '../contract.ts';
import { minSearchers } from '../search-term.ts';
import { readPlace } from './read-place.ts';

const daysShown = 30;
const monthsShown = 12;
const termsShown = 25;

const noNumbers: Numbers = { views: 0, phone: 0, website: 0, map: 0, share: 0 };

/** The sums of each day or month between two days, both included; parts without a count are left out. */
export async function readNumbers(
  db: Database,
  { businessId, from, to, by }: { businessId: string; from: string; to: string; by: 'day' | 'month' },
): Promise<(Numbers & { part: string })[]> {
  const { rows } = await db.execute<{ part: string } & { [K in keyof Numbers]: number }>(sql`
    select to_char(day, ${by === 'day' ? 'YYYY-MM-DD' : 'YYYY-MM'}) as part, sum(views)::int as views,
      sum(phone)::int as phone, sum(website)::int as website, sum(map)::int as map, sum(share)::int as share
    from business_days where business_id = ${businessId} and day between ${from}::date and ${to}::date
    group by 1 order by 1`);
  return rows;
}

export function addUp(parts: readonly Numbers[]): Numbers {
  const total = { ...noNumbers };
  for (const part of parts) for (const name of Object.keys(total) as (keyof Numbers)[]) total[name] += part[name];
  return total;
}

async function readTerms(db: Database, businessId: string, from: string) {
  const { rows } = await db.execute<{ term: string; shown: number }>(sql`
    select term, sum(shown)::int as shown from business_search_days
    where business_id = ${businessId} and day >= ${from}::date
    group by term having sum(shown) >= ${minSearchers} order by 2 desc, 1 limit ${termsShown}`);
  return rows;
}

/** The numbers of as many days or months before a day. */
function readBefore(db: Database, { businessId, from, isDays }: { businessId: string; from: string; isDays: boolean }) {
  const first = isDays ? addDays(from, -daysShown) : `${addMonths(from.slice(0, 7), -monthsShown)}-01`;
  return readNumbers(db, { businessId, from: first, to: addDays(from, -1), by: 'month' });
}

/**
 * Reads a listing's numbers for its owner, and for staff as the owner sees them.
 * @throws Problem 'signed_out', 'not_found' for another owner's listing, 'forbidden' for 12 months without
 * Premium
 */
export async function readStatistics(
  { id, period }: { id: string; period: Period },
  { db, user, now, city }: Pick<ApiRequest, 'db' | 'user' | 'now' | 'city'>,
): Promise<Statistics> {
  const present = requireUser(user);
  const { slug, name, ownerId, premiumExpiresAt } = businesses;
  const [row] = await db
    .select({ id: businesses.id, slug, name, ownerId, premiumExpiresAt })
    .from(businesses)
    .where(editableBy(present, id, 'insights'));
  if (row === undefined) throw new Problem('not_found', 'Business not found');
  const isPremium = row.premiumExpiresAt !== null && row.premiumExpiresAt > now();
  if (period === '12-months' && !isPremium) throw new Problem('forbidden', 'Twelve months come with Premium.');

  const today = dayOf(now(), city.facts.timeZone);
  const isDays = period === '30-days';
  const firstMonth = addMonths(today.slice(0, 7), 1 - monthsShown);
  const from = isDays ? addDays(today, 1 - daysShown) : `${firstMonth}-01`;
  const counted = await readNumbers(db, { businessId: id, from, to: today, by: isDays ? 'day' : 'month' });
  const byPart = new Map(counted.map((numbers) => [numbers.part, numbers]));
  const names = Array.from({ length: isDays ? daysShown : monthsShown }, (_, n) =>
    isDays ? addDays(from, n) : addMonths(firstMonth, n),
  );
  const wanted = and(
    eq(statisticsLetters.businessId, id),
    eq(statisticsLetters.userId, present.id),
    sql`not exists (select from users u where u.id = ${present.id} and u.mails_off @> array['statistics'])`,
  );
  return {
    business: { id: row.id, slug: row.slug, name: row.name, isPremium },
    period,
    parts: names.map((part) => byPart.get(part) ?? { part, ...noNumbers }),
    total: addUp(counted),
    before: isPremium ? addUp(await readBefore(db, { businessId: id, from, isDays })) : null,
    place: await readPlace(db, { businessId: id, from: addDays(today, 1 - daysShown), to: today, now: now() }),
    terms: isPremium ? await readTerms(db, id, from) : null,
    mail: row.ownerId === present.id ? (await db.$count(statisticsLetters, wanted)) > 0 : null,
  };
}
