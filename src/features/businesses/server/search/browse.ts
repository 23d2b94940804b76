/** Lists without words: all listings of the choices, premium first and then by name, or in the order that was asked for. */
import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import type { ListedBusiness } from '../../contract.ts';
import { milesBetween } from '../../list-query.ts';
import type { Position } from './cursor.ts';
import { asListed, type Choices, openAsk } from './find-listings.ts';

interface NamedRow extends Record<string, unknown> {
  id: string;
  name: string;
  premium: boolean;
}

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

function conditionsOf({ category, open, properties, hasPhotos, near, within }: Choices): SQL {
  const all: SQL[] = [sql`true`];
  if (category) all.push(sql`category_id = ${category.id}::uuid`);
  if (open) {
    const { ranges, all: inAll, day } = openAsk(open);
    all.push(sql`search_is_open(open_minutes, closed_days, ${ranges}::int4multirange, ${inAll}, ${day}::date)`);
  }
  if (properties.length > 0) {
    const codes = properties.map((key) => `'=p:${key}'`).join(' & ');
    all.push(sql`words @@ ${codes}::tsquery`);
  }
  if (hasPhotos) all.push(sql`has_photo`);
  if (within !== null && near) {
    // Degrees of latitude have 69 miles, those of longitude fewer.
    const north = within / 68;
    const east = north / Math.max(0.05, Math.cos((near.latitude * Math.PI) / 180));
    all.push(
      sql`position <@ box(point(${near.longitude - east}, ${near.latitude - north}), point(${near.longitude + east}, ${near.latitude + north}))`,
    );
    all.push(sql`search_miles(position, point(${near.longitude}, ${near.latitude})) <= ${within}`);
  }
  return sql.join(all, sql` and `);
}

/** @param size of the category, or of all */
export async function browse(
  db: Database,
  choices: Choices,
  size: number,
  { limit, position, now }: Page,
): Promise<Found> {
  const where = conditionsOf(choices);
  const { open, properties, hasPhotos, within, sort, near } = choices;
  const isNarrowed = open !== null || properties.length > 0 || hasPhotos || within !== null;
  const found =
    sort === 'fit' || sort === 'name'
      ? await byName(db, where, { limit, position, now, isPremiumFirst: sort === 'fit' })
      : await byOffset(db, where, choices, { limit, position });
  const total = isNarrowed ? await countSome(db, where) : size;
  const cards = await readCards(db, found.ids, now);
  const place = ({ latitude, longitude }: ListedBusiness) =>
    latitude === null || longitude === null ? null : { latitude, longitude };
  return {
    total,
    next: found.next,
    listings: cards.map((card) => {
      const at = place(card);
      return near && at ? { ...card, distanceMiles: Math.round(milesBetween(near, at) * 100) / 100 } : card;
    }),
  };
}

async function byName(
  db: Database,
  where: SQL,
  { limit, position, now, isPremiumFirst }: Page & { isPremiumFirst: boolean },
) {
  const at = position?.list === 'names' ? position : null;
  const found: NamedRow[] = [];
  for (const premium of isPremiumFirst ? [true, false] : [null]) {
    if (at && premium === true && !at.premium) continue;
    const after = at !== null && (premium === null || at.premium === premium) ? at : null;
    const wanted = limit + 1 - found.length;
    if (wanted <= 0) break;
    const isPremium = sql`coalesce(premium_until > ${now.toISOString()}, false)`;
    const half =
      premium === null
        ? sql`true`
        : premium
          ? sql`premium_until > ${now.toISOString()}`
          : sql`(premium_until is null or premium_until <= ${now.toISOString()})`;
    const isLater = after ? sql`(name_sort, business_id) > (${after.name}, ${after.id}::uuid)` : sql`true`;
    const { rows } = await db.execute<NamedRow>(sql`
      select business_id as id, name_sort as name, ${isPremium} as premium from search_docs
      where ${half} and ${isLater} and ${where} order by name_sort, business_id limit ${wanted}`);
    found.push(...rows);
  }
  const page = found.slice(0, limit);
  const last = page.at(-1);
  const next: Position | null =
    last && found.length > limit
      ? { list: 'names', premium: isPremiumFirst && last.premium, name: last.name, id: last.id }
      : null;
  return { ids: page.map(({ id }) => id), next };
}

/** Pages far behind would be read from the first on each time. */
const maxSkipped = 5_000;

async function byOffset(db: Database, where: SQL, { sort, near }: Choices, { limit, position }: Omit<Page, 'now'>) {
  const offset = position?.list === 'ranked' ? Math.min(position.offset, maxSkipped) : 0;
  const order =
    sort === 'newest' || near === null
      ? sql`added_at desc, business_id`
      : sql`position <-> point(${near.longitude}, ${near.latitude}), name_sort, business_id`;
  const { rows } = await db.execute<{ id: string }>(sql`
    select business_id as id from search_docs where ${where} order by ${order} offset ${offset} limit ${limit + 1}`);
  const next: Position | null =
    rows.length > limit && offset < maxSkipped ? { list: 'ranked', offset: offset + limit } : null;
  return { ids: rows.slice(0, limit).map(({ id }) => id), next };
}

async function countSome(db: Database, where: SQL): Promise<number> {
  const { rows } = await db.execute<{ number: number }>(sql`
    select count(*)::integer as number from (select from search_docs where ${where} limit ${maxCounted}) as counted`);
  return rows[0]?.number ?? 0;
}

async function readCards(db: Database, ids: readonly string[], now: Date): Promise<ListedBusiness[]> {
  if (ids.length === 0) return [];
  const { rows } = await db.execute<{ card: Omit<ListedBusiness, 'distanceMiles'> }>(sql`
    select search_card(business, category, ${now.toISOString()}) as card
    from unnest(${sql.param([...ids])}::uuid[]) with ordinality as wanted (id, place)
    join businesses as business on business.id = wanted.id
    join categories as category on category.id = business.category_id
    order by place`);
  return rows.map(({ card }) => asListed(card, null));
}
