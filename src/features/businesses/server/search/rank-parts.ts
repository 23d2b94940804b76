/**
 * Finds in lists too long to be ranked as a whole. Four parts follow one another, as the whole order wants it: premium
 * listings with the words themselves, premium ones with what they also mean, then the others in the same way. Within a
 * part the listings stand in random but fixed order of `place`; a stretch of it is read, ranked, handed out, and then the
 * next. So every page costs about the same, premium comes first without exception, and relevance is by stretch.
 */
import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import type { FoundPage } from './browse.ts';
import type { Position } from './cursor.ts';
import { type Estimate, mostRanked } from './estimate.ts';
import { indexConditions, inScope, premiumLexeme, relevance, type Search } from './matches.ts';

/** Most matches that are ranked together. */
const stretchMatches = 300;
const leastStretch = 4_000;
const longestStretch = 12_000;

interface Part {
  premium: boolean;
  isMatch: SQL;
  /** The same for the word index: conditions that all hold. */
  byIndex: readonly string[];
  /** Listings read for one stretch; null: so few match that the word index gives them all. */
  stretch: number | null;
}

function partsOf({ query, scope }: Search, estimate: Estimate): Part[] {
  const hasWidened = query.literal !== query.widened;
  const literal = {
    isMatch: sql`words @@ ${query.literal}::tsquery`,
    byIndex: indexConditions(query.apart.literal, scope),
    matches: estimate.literal,
  };
  const widened = {
    isMatch: sql`words @@ ${query.widened}::tsquery and not words @@ ${query.literal}::tsquery`,
    byIndex: [...indexConditions(query.apart.widened, scope), `!${query.literal}`],
    matches: estimate.widened - estimate.literal,
  };
  return [true, false].flatMap((premium) =>
    (hasWidened ? [literal, widened] : [literal]).map(({ isMatch, byIndex, matches }) => ({
      premium,
      isMatch,
      byIndex: premium ? [premiumLexeme, ...byIndex] : byIndex,
      stretch: premium ? premiumStretch(matches, scope.size) : stretchFor(matches, scope.size),
    })),
  );
}

/** The index finds the few premium matches of a word that is not in every hundredth listing. */
function premiumStretch(matches: number, size: number): number | null {
  return matches * 100 < size ? null : stretchOf(matches, size);
}

function stretchFor(matches: number, size: number): number | null {
  return matches <= mostRanked ? null : stretchOf(matches, size);
}

/** Listings that hold a page of matches; in steps, so that stretches stay the same while some listings come and go. */
function stretchOf(matches: number, size: number): number {
  const forAPage = (100 * size) / matches;
  return Math.min(longestStretch, Math.ceil(forAPage / leastStretch) * leastStretch);
}

function isInHalf(premium: boolean, now: Date): SQL {
  return premium
    ? sql`premium_until > ${now.toISOString()}`
    : sql`(premium_until is null or premium_until <= ${now.toISOString()})`;
}

interface Stretch {
  ids: string[];
  /** Place of the last match when the stretch was cut at its most matches. */
  cutAt: number | null;
}

interface PlacedRow extends Record<string, unknown> {
  id: string;
  place: number;
}

interface Reach {
  /** The place it begins after. */
  after: number;
  /** Listings. */
  length: number;
}

function listingsOf({ scope, now }: Search, { premium }: Part, after: number): SQL {
  return sql`from search_docs where ${isInHalf(premium, now)} and place > ${after} ${inScope(scope)} order by place`;
}

async function readStretch(db: Database, search: Search, part: Part, { after, length }: Reach): Promise<Stretch> {
  const { rows } = await db.execute<PlacedRow>(sql`
    with hit as materialized (
      select business_id, name_sort, place, words
      from (select business_id, name_sort, place, words ${listingsOf(search, part, after)} limit ${length}) as listing
      where ${part.isMatch} limit ${stretchMatches}
    )
    select business_id as id, place::float8 as place from hit
    order by ${relevance(search.query)} desc, name_sort, business_id`);
  const isCut = rows.length === stretchMatches;
  return { ids: rows.map(({ id }) => id), cutAt: isCut ? Math.max(...rows.map(({ place }) => place)) : null };
}

/** Where a stretch that was not cut ends; null: with its part. */
async function endOfStretch(
  db: Database,
  search: Search,
  part: Part,
  { after, length }: Reach,
): Promise<number | null> {
  // Under another name: 'order by place' would sort by the column of the answer, and no index has that.
  const { rows } = await db.execute<{ end: number }>(sql`
    select place::float8 as "end" ${listingsOf(search, part, after)} offset ${length - 1} limit 1`);
  return rows[0]?.end ?? null;
}

function hasAll(conditions: readonly string[]): SQL {
  return sql.join(
    conditions.map((condition) => sql`words @@ ${condition}::tsquery`),
    sql` and `,
  );
}

/** The rest of a part with few matches, ranked as a whole. */
async function readRest(db: Database, search: Search, part: Part, after: number): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select business_id as id from search_docs
    where ${hasAll(part.byIndex)} and ${isInHalf(part.premium, search.now)} and place > ${after}
      ${inScope(search.scope)}
    order by ${relevance(search.query)} desc, name_sort, business_id`);
  return rows.map(({ id }) => id);
}

interface Page {
  limit: number;
  position: Position | null;
  estimate: Estimate;
}

type PartPosition = Extract<Position, { list: 'parts' }>;

const start: PartPosition = { list: 'parts', part: 0, after: -1, whole: false, skip: 0 };

/** One page of the list; see the head of this file. */
export async function rankParts(db: Database, search: Search, { limit, position, estimate }: Page): Promise<FoundPage> {
  const parts = partsOf(search, estimate);
  const ids: string[] = [];
  let at: PartPosition = position?.list === 'parts' ? position : start;
  for (let part = parts[at.part]; part; part = parts[at.part]) {
    const read = await readFrom(db, search, part, at, limit);
    const { found, next } = read;
    const taken = found.slice(at.skip, at.skip + limit - ids.length);
    ids.push(...taken);
    if (at.skip + taken.length < found.length) return { ids, next: { ...read.at, skip: at.skip + taken.length } };
    at = await next();
    if (ids.length === limit) return { ids, next: parts[at.part] ? at : null };
  }
  return { ids, next: null };
}

interface Read {
  /** Where it was read from, for the cursor of a page that ends inside. */
  at: PartPosition;
  found: string[];
  /** Where to read on when all of `found` is handed out; may ask the database. */
  next: () => Promise<PartPosition>;
}

async function readFrom(db: Database, search: Search, part: Part, at: PartPosition, limit: number): Promise<Read> {
  const nextPart = async () => ({ ...start, part: at.part + 1 });
  const length = part.stretch;
  if (length !== null && !at.whole) {
    const reach = { after: at.after, length };
    const { ids, cutAt } = await readStretch(db, search, part, reach);
    // Premium listings may match far more rarely than the sample says: then the index finds them faster than reading on.
    if (!part.premium || ids.length >= limit) {
      return {
        at,
        found: ids,
        next: async () => {
          const end = cutAt ?? (await endOfStretch(db, search, part, reach));
          return end === null ? nextPart() : { ...start, part: at.part, after: end };
        },
      };
    }
  }
  return { at: { ...at, whole: true }, found: await readRest(db, search, part, at.after), next: nextPart };
}
