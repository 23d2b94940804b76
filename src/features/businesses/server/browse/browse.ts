/** Lists without words: all listings of the choices, premium first and then by name, or in the order that was asked for. */
import { eq, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { businesses, categories } from '#server/db/schema/index.ts';
import type { ListedBusiness } from '../../contract.ts';
import { listedColumns, toListed } from '../business-columns.ts';
import { type Choices, openAsk } from '../choices.ts';
import type { Position } from './cursor.ts';

interface Page {
  limit: number;
  position: Position | null;
  now: Date;
}

interface Found {
  listings: ListedBusiness[];
  total: number;
  next: Position | null;
}

/** Beyond so many nobody counts. */
const maxCounted = 1_001;

/** Conditions on a row of search_docs. */
export function conditionsOf({ category, open, properties, hasPhotos, near, within }: Choices): SQL {
  const all: SQL[] = [sql`true`];
  if (category) all.push(sql`category_id = ${category.id}::uuid`);
  if (open) {
    const { ranges, covers, day } = openAsk(open);
    all.push(sql`search_is_open(open_minutes, closed_days, ${ranges}::int4multirange, ${covers}, ${day}::date)`);
  }
  if (properties.length > 0) {
    const codes = properties.map((key) => `'=p:${key}'`).join(' & ');
    all.push(sql`words @@ ${codes}::tsquery`);
  }
  if (hasPhotos) all.push(sql`words @@ '=photos'::tsquery`);
  if (within !== null && near)
    all.push(sql`search_miles(position, point(${near.longitude}, ${near.latitude})) <= ${within}`);
  return sql.join(all, sql` and `);
}

/** Where a distance is chosen, the nearest are as many as anybody looks through. */
const rowsOf = ({ near, within }: Choices): SQL =>
  near && within !== null
    ? sql`(select * from search_docs order by position <-> point(${near.longitude}, ${near.latitude}) limit ${2 * maxCounted}) as nearest`
    : sql`search_docs`;

/** After the name where an earlier page ended. */
const laterThan = ({ name, id }: { name: string; id: string }) =>
  sql`(name_sort, business_id) > (${name}, ${id}::uuid)`;

/**
 * Premium ones by name, then the others by name. The others are not looked for where the premium ones fill the page. The nearest are
 * looked up once for both, and for their number.
 */
function byPremium(
  listed: SQL,
  { position, now }: Page,
  { wanted, hasCodes, isNearest }: { wanted: number; hasCodes: boolean; isNearest: boolean },
) {
  const nearest = sql`nearest as materialized (select business_id, name_sort, premium_until from ${listed}), `;
  const rows = isNearest ? sql`nearest where true` : listed;
  const at = position?.list === 'names' ? position : null;
  const isPremium = sql`coalesce(premium_until > ${now.toISOString()}, false)`;
  const half = (conditions: (SQL | false)[], limit: SQL) =>
    sql`select business_id, name_sort from ${rows} and ${sql.join(
      conditions.filter((each) => each !== false),
      sql` and `,
    )} order by name_sort, business_id limit ${limit}`;
  const first = half(
    // As their own index has it; of few listings with some property the word index knows the premium ones.
    [
      sql`premium_until > ${now.toISOString()}`,
      hasCodes && !isNearest && sql`words @@ '''=premium'''`,
      at?.premium === true ? laterThan(at) : false,
    ],
    at?.premium === false ? sql`0` : sql`${wanted}`,
  );
  const second = half(
    [sql`not ${isPremium}`, at?.premium === false ? laterThan(at) : false],
    sql`(select ${wanted} - count(*) from first)`,
  );
  const total = isNearest ? sql`(select count(*)::integer from nearest)` : sql`null::integer`;
  return sql`(with ${isNearest ? nearest : sql``}first as materialized (${first}), second as (${second})
    select *, true as premium, ${total} as total from first union all select *, false, ${total} from second)`;
}

/** Pages far behind would be read from the first on each time. */
const maxSkipped = 5_000;

function byOrder(
  listed: SQL,
  { sort, near }: Choices,
  { position, offset, wanted }: { position: Position | null; offset: number; wanted: number },
) {
  const isLater = position?.list === 'names' ? laterThan(position) : sql`true`;
  const order =
    sort === 'newest' || near === null
      ? sql`added_at desc nulls last`
      : sql`position <-> point(${near.longitude}, ${near.latitude}), name_sort`;
  return sql`(select business_id, name_sort, false as premium, null::integer as total from ${listed} and ${isLater}
    order by ${sort === 'name' ? sql`name_sort` : order}, business_id offset ${offset} limit ${wanted})`;
}

/** @param size of the category, or of all */
export async function browse(db: Database, choices: Choices, size: number, page: Page): Promise<Found> {
  const { limit, position, now } = page;
  const { open, properties, hasPhotos, within, sort, near } = choices;
  const listed = sql`${rowsOf(choices)} where ${conditionsOf(choices)}`;
  const offset = position?.list === 'ranked' ? Math.min(position.offset, maxSkipped) : 0;
  const wanted = limit + 1;
  const hasCodes = properties.length > 0 || hasPhotos;
  const ids =
    sort === 'fit'
      ? byPremium(listed, page, { wanted, hasCodes, isNearest: near !== null && within !== null })
      : byOrder(listed, choices, { position, offset, wanted });
  const rows = await db
    .select({
      ...listedColumns(now),
      sortedAs: sql<string>`found.name_sort`,
      isFirst: sql<boolean>`found.premium`,
      counted: sql<number | null>`found.total`,
    })
    .from(sql`(select *, row_number() over () as place from ${ids} as found) as found`)
    .innerJoin(businesses, sql`${businesses.id} = found.business_id`)
    .innerJoin(categories, eq(categories.id, businesses.categoryId))
    .orderBy(sql`found.place`);
  const known = rows[0]?.counted ?? null;
  const counted = known === null ? null : Math.min(known, maxCounted);
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  const nextByOffset: Position | null = last && offset < maxSkipped ? { list: 'ranked', offset: offset + limit } : null;
  const isByName = sort === 'fit' || sort === 'name';
  const isNarrowed = open !== null || hasCodes || within !== null;
  return {
    total: counted ?? (isNarrowed ? await countSome(db, choices, { listed, size }) : size),
    next: isByName && last ? { list: 'names', premium: last.isFirst, name: last.sortedAs, id: last.id } : nextByOffset,
    listings: shown.map(({ sortedAs, isFirst, counted: _, ...card }) => toListed(card, { now, near })),
  };
}

/** True if some listing is of these choices. */
export async function isAnyListed(db: Database, choices: Choices): Promise<boolean> {
  const { rows } = await db.execute(sql`select from search_docs where ${conditionsOf(choices)} limit 1`);
  return rows.length > 0;
}

/** A sample of a tenth, but at most so many listings, tells whether many have something. */
const maxSampled = 6_000;

/** Up to 1,001. Where a sample says that it is more than twice as many, nobody counts. */
async function countSome(
  db: Database,
  choices: Choices,
  { listed, size }: { listed: SQL; size: number },
): Promise<number> {
  const { category, within } = choices;
  const countOf = async (part: SQL) => {
    const { rows } = await db.execute<{ number: number }>(sql`select count(*)::integer as number from ${part} as part`);
    return rows[0]?.number ?? 0;
  };
  if (size > 10 * maxCounted && within === null) {
    const sampled = Math.min(maxSampled, Math.floor(size / 10));
    const enough = Math.ceil((2 * maxCounted * sampled) / size);
    const own = category ? sql`where category_id = ${category.id}::uuid` : sql``;
    const met = await countOf(
      sql`(select from (select * from search_docs ${own} order by place limit ${sampled}) as sample where ${conditionsOf(choices)} limit ${enough})`,
    );
    if (met === enough) return maxCounted;
  }
  return await countOf(sql`(select from ${listed} limit ${maxCounted})`);
}
