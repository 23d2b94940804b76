/** Completes an address while somebody types, from the streets of the city's businesses. Asks no outside service. */
import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { businesses } from '#server/db/schema/index.ts';
import { foldText } from '#shared/fold-text.ts';
import { minuteMs } from '#shared/times.ts';

const maxAddresses = 6;
/** Streets hardly ever change. */
const keepMs = 10 * minuteMs;
/** Enough for every listing of a town. Splitting a million addresses would keep PostgreSQL busy for eight seconds. */
const maxListings = 20_000;

/** 'McCullough Ave, Olmos Park, TX 78212' and how it is looked for. */
interface Street {
  tail: string;
  folded: string;
}

interface Kept {
  until: number;
  streets: Promise<readonly Street[]>;
}
const kept = new WeakMap<Database, Kept>();

/** Matches a house number and at least the first two letters of a street. */
const typedAddress = /^\s*(\d+[a-z]?(?:-\d+)?)\s+(\S.+)$/i;

/**
 * Whole addresses, those of streets with the most businesses first; none until there is a house number.
 * @param typed '5319 mccull'
 */
export async function suggestAddresses(db: Database, typed: string, now: Date): Promise<string[]> {
  const [, number = '', street = ''] = typedAddress.exec(typed) ?? [];
  if (number === '') return [];
  const wanted = foldText(street).replace(/\s+/g, ' ');
  const found = (await readStreets(db, now)).filter(({ folded }) => beginsAWord(folded, wanted) && folded !== wanted);
  // 'Main' is Main Street before it is North Main Avenue.
  const first = found.filter(({ folded }) => folded.startsWith(wanted));
  const rest = found.filter(({ folded }) => !folded.startsWith(wanted));
  return [...first, ...rest].slice(0, maxAddresses).map(({ tail }) => `${number} ${tail}`);
}

function beginsAWord(folded: string, wanted: string): boolean {
  return folded.startsWith(wanted) || folded.includes(` ${wanted}`);
}

function readStreets(db: Database, now: Date): Promise<readonly Street[]> {
  const held = kept.get(db);
  if (held !== undefined && held.until > now.getTime()) return held.streets;
  const streets = queryStreets(db);
  kept.set(db, { until: now.getTime() + keepMs, streets });
  // A failed query is not kept, so that the next request asks again.
  streets.catch(() => kept.delete(db));
  return streets;
}

/** Without house number and suite; most used first. */
async function queryStreets(db: Database): Promise<Street[]> {
  const unit = String.raw`,?\s*(#|\m(suite|ste|unit|apt|apartment|bldg|building|room|rm)\M\.?)\s*#?[\w-]+`;
  const listed = db
    .select({ address: businesses.address })
    .from(businesses)
    .where(sql`${businesses.status} = 'approved' and ${businesses.address} ~ '^\\d\\S*\\s+\\S+ .*,'`)
    .orderBy(businesses.id)
    .limit(maxListings)
    .as('listed');
  const tail = sql<string>`regexp_replace(regexp_replace(${listed.address}, '^\\d\\S*\\s+', ''), ${unit}, '', 'gi')`;
  const rows = await db.select({ tail }).from(listed).groupBy(sql`1`).orderBy(sql`count(*) desc, 1`);
  return rows.map((row) => ({ tail: row.tail, folded: foldText(row.tail) }));
}
