/**
 * Finds in lists too long to be ranked as a whole. Six parts follow one another, as the whole order wants it: premium
 * listings of just this name, premium ones with the words themselves, then with what they also mean, then the others in the same
 * way. Within a part the listings stand in random but fixed order of `place`; a stretch of it is read, ranked, handed out, and then the
 * next. So every page costs about the same, premium comes first without exception, and relevance is by stretch.
 */
import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import type { FoundPage } from './browse.ts';
import type { Position } from './cursor.ts';
import type { Estimate, Matches } from './estimate.ts';
import { indexConditions, inScope, premiumLexeme, type Search } from './matches.ts';
import { placeBefore, sliceAfter, sliceCount } from './slices.ts';
import { readStretch, slicesFor } from './stretches.ts';

interface Part {
  premium: boolean;
  /** Conditions for the word index that all hold. */
  byIndex: readonly string[];
  /** Of each stretch. */
  slices: number;
}

/** The ids, best first, of listings whose name is the search. */
interface Named {
  ids: string[];
}

function partsOf({ query, scope }: Search, estimate: Estimate, named: readonly NamedRow[]): (Part | Named)[] {
  const literal = {
    byIndex: indexConditions(query.apart.literal, scope),
    matchesIn: ({ literal }: Matches) => literal,
  };
  const widened = {
    byIndex: [...indexConditions(query.apart.widened, scope), `!${query.literal}`],
    matchesIn: ({ literal, widened }: Matches) => widened - literal,
  };
  const kinds = query.literal === query.widened ? [literal] : [literal, widened];
  return [true, false].flatMap((premium) => [
    { ids: named.filter((each) => each.premium === premium).map(({ id }) => id) },
    ...kinds.map(
      ({ byIndex, matchesIn }): Part => ({
        premium,
        byIndex: premium ? [premiumLexeme, ...byIndex] : byIndex,
        slices: slicesFor(matchesIn(premium ? estimate.premium : estimate)),
      }),
    ),
  ]);
}

/** A chain has more branches of one name: their order is by stretches, like all else. */
const mostNamed = 1_000;

interface NamedRow extends Record<string, unknown> {
  id: string;
  premium: boolean;
}

async function readNamed(db: Database, search: Search): Promise<NamedRow[]> {
  const { query, scope, now } = search;
  const { rows } = await db.execute<NamedRow>(sql`
    select business_id as id, coalesce(premium_until > ${now.toISOString()}, false) as premium
    from (select * from search_docs where name_sort = ${query.plain} ${inScope(scope)} limit ${mostNamed + 1}) as named
    where words @@ ${query.widened}::tsquery order by ts_rank(words, ${query.literal}::tsquery) desc, business_id`);
  return rows.length > mostNamed ? [] : rows;
}

interface Page {
  limit: number;
  position: Position | null;
  estimate: Estimate;
}

type PartPosition = Extract<Position, { list: 'stretches' }>;

const start: PartPosition = { list: 'stretches', part: 0, after: -1, whole: false, skip: 0 };

/** One page of the list; see the head of this file. */
export async function rankParts(db: Database, search: Search, { limit, position, estimate }: Page): Promise<FoundPage> {
  const named = await readNamed(db, search);
  const isNamed = new Set(named.map(({ id }) => id));
  const parts = partsOf(search, estimate, named);
  const ids: string[] = [];
  let at: PartPosition = position?.list === 'stretches' ? position : start;
  for (let part = parts[at.part]; part; part = parts[at.part]) {
    const read = await readFrom(db, search, part, at, limit);
    const found = 'ids' in part ? part.ids : read.found.filter((id) => !isNamed.has(id));
    const taken = found.slice(at.skip, at.skip + limit - ids.length);
    ids.push(...taken);
    if (at.skip + taken.length < found.length) return { ids, next: { ...read.at, skip: at.skip + taken.length } };
    at = read.next;
    if (ids.length === limit) return { ids, next: parts[at.part] ? at : null };
  }
  return { ids, next: null };
}

interface Read {
  /** Where it was read from, for the cursor of a page that ends inside. */
  at: PartPosition;
  found: string[];
  /** Where to read on when all of `found` is handed out. */
  next: PartPosition;
}

async function readFrom(
  db: Database,
  search: Search,
  part: Part | Named,
  at: PartPosition,
  limit: number,
): Promise<Read> {
  const endingAt = (after: number | null): PartPosition =>
    after === null ? { ...start, part: at.part + 1 } : { ...start, part: at.part, after };
  if ('ids' in part) return { at, found: part.ids, next: endingAt(null) };
  const { premium, byIndex, slices } = part;
  const { after } = at;
  const block = Math.floor(sliceAfter(after) / slices);
  const end = (block + 1) * slices;
  // A cursor may come from anybody: what is many is never read at once.
  const isWhole = at.whole && premium;
  const found = isWhole ? [] : await readStretch(db, search, { premium, byIndex, after, from: block * slices, slices });
  // Premium listings may match far more rarely than was estimated: then their rest is read at once, not stretch by stretch.
  if (isWhole || (premium && found.length < limit && end < sliceCount)) {
    const rest = await readStretch(db, search, { premium, byIndex, after, from: 0, slices: sliceCount });
    return { at: { ...at, whole: true }, found: rest, next: endingAt(null) };
  }
  return { at, found, next: endingAt(end < sliceCount ? placeBefore(end) : null) };
}
