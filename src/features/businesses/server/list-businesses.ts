/** One page of the list that visitors see: found by search/, narrowed by the address's choices. */
import { eq, inArray } from 'drizzle-orm';
import type { CityPack } from '#server/city-pack.ts';
import type { Database } from '#server/db/client.ts';
import { businesses, businessPhotos } from '#server/db/schema/index.ts';
import { addDays } from '#shared/dates.ts';
import type { OpeningHours } from '#shared/opening-hours.ts';
import type { Closures } from '../closures.ts';
import type { ListedBusiness, SearchContext } from '../contract.ts';
import {
  milesBetween,
  type Place,
  readNear,
  readOpen,
  readProperties,
  readSort,
  readWithin,
  type Sort,
} from '../list-query.ts';
import { type OpenWindow, openWindow } from '../open-window.ts';
import { openMinutes } from '../opening-hours.ts';
import { searchBusinesses } from './search-businesses.ts';

export interface ListQuery {
  search?: string | undefined;
  categoryId?: string | undefined;
  open?: string | undefined;
  near?: string | undefined;
  within?: string | undefined;
  properties?: string | undefined;
  photos?: string | undefined;
  sort?: string | undefined;
}

interface Choices {
  open: OpenWindow | null;
  near: Place | null;
  within: number | null;
  properties: string[];
  photos: boolean;
  sort: Sort;
}

const mostLooked = 1_000;

function readChoices(query: ListQuery, city: CityPack, now: Date): Choices {
  const { center, timeZone } = city.facts;
  const ask = readOpen(query.open);
  const within = readWithin(query.within);
  const sort = readSort(query.sort);
  return {
    open: ask && openWindow(ask, now, timeZone),
    near: readNear(query.near, center) ?? (within !== null || sort === 'distance' ? center : null),
    within,
    properties: readProperties(query.properties),
    photos: query.photos === 'yes',
    sort,
  };
}

type Candidate = ListedBusiness & { hasPhoto: boolean; createdAt: Date };

async function readListed(db: Database, query: ListQuery, near: Place | null, now: Date): Promise<Candidate[]> {
  const { search, categoryId } = query;
  const page = await searchBusinesses(db, { search, categoryId, limit: mostLooked, now });
  const rows = await db
    .select({
      id: businesses.id,
      hours: businesses.hours,
      closures: businesses.closures,
      createdAt: businesses.createdAt,
      properties: businesses.properties,
      photo: businessPhotos.id,
    })
    .from(businesses)
    .leftJoin(businessPhotos, eq(businessPhotos.businessId, businesses.id))
    .where(
      inArray(
        businesses.id,
        page.businesses.map(({ id }) => id),
      ),
    );
  const more = new Map(rows.map((row) => [row.id, row]));
  const yesterday = addDays(now.toISOString().slice(0, 10), -1);
  return page.businesses.flatMap((business) => {
    const row = more.get(business.id);
    if (row === undefined) return [];
    const { latitude, longitude } = business;
    const place = latitude !== null && longitude !== null ? { latitude, longitude } : null;
    return {
      ...business,
      properties: row.properties,
      hours: row.hours as OpeningHours | null,
      closures: (row.closures as Closures).filter(({ to }) => to >= yesterday),
      distanceMiles: near && place ? Math.round(milesBetween(near, place) * 100) / 100 : null,
      hasPhoto: business.logoUrl !== null || business.imageUrl !== null || row.photo !== null,
      createdAt: row.createdAt,
    };
  });
}

function isOpenAt(hours: OpeningHours | null, closures: Closures, { ranges, covers, day }: OpenWindow): boolean {
  if (hours === null || (day !== null && closures.some(({ from, to }) => from <= day && day <= to))) return false;
  const open = openMinutes(hours);
  if (covers === 'all')
    return ranges.every(([from, to]) => open.some(([opens, closes]) => opens <= from && to <= closes));
  return ranges.some(([from, to]) => open.some(([opens, closes]) => opens < to && from < closes));
}

const holds = (item: Candidate, { open, within, properties, photos }: Choices) =>
  (open === null || isOpenAt(item.hours, item.closures, open)) &&
  (within === null || (item.distanceMiles !== null && item.distanceMiles <= within)) &&
  properties.every((key) => item.properties.includes(key)) &&
  (!photos || item.hasPhoto);

const orders: Record<Sort, ((a: Candidate, b: Candidate) => number) | null> = {
  fit: null,
  name: (a, b) => a.name.localeCompare(b.name, 'en'),
  newest: (a, b) => b.createdAt.getTime() - a.createdAt.getTime(),
  distance: (a, b) => (a.distanceMiles ?? Infinity) - (b.distanceMiles ?? Infinity),
};

async function readNarrowed(db: Database, query: ListQuery, city: CityPack, now: Date): Promise<Candidate[]> {
  const choices = readChoices(query, city, now);
  const found = (await readListed(db, query, choices.near, now)).filter((item) => holds(item, choices));
  const order = orders[choices.sort];
  return order === null ? found : found.toSorted(order);
}

export interface ListPage {
  businesses: ListedBusiness[];
  total: number;
  nextCursor: string | null;
  correctedTo: string | null;
  setAside: string[];
}

export async function listPage(
  db: Database,
  query: ListQuery & { limit: number; cursor?: string | undefined },
  city: CityPack,
  now: Date,
): Promise<ListPage> {
  const { search, categoryId, limit, cursor } = query;
  const from = /^o\d{1,4}$/.test(cursor ?? '') ? Number(cursor?.slice(1)) : 0;
  const found = await readNarrowed(db, query, city, now);
  const page = await searchBusinesses(db, { search, categoryId, limit: 1, now });
  return {
    businesses: found.slice(from, from + limit),
    total: found.length === mostLooked ? page.total : found.length,
    nextCursor: from + limit < found.length ? `o${from + limit}` : null,
    correctedTo: page.correctedTo,
    setAside: [],
  };
}

/** How many of the list's first 1,000 each choice would leave. */
export async function readContext(db: Database, query: ListQuery, city: CityPack, now: Date): Promise<SearchContext> {
  const found = await readNarrowed(db, query, city, now);
  const { correctedTo } = await searchBusinesses(db, {
    search: query.search,
    categoryId: query.categoryId,
    limit: 1,
    now,
  });
  const { timeZone } = city.facts;
  const opened = (at: 'now' | 'today') => {
    const window = openWindow({ at }, now, timeZone);
    return found.filter(({ hours, closures }) => isOpenAt(hours, closures, window)).length;
  };
  const tally = (keys: readonly string[]) =>
    Object.fromEntries([...Map.groupBy(keys, (key) => key)].map(([key, all]) => [key, all.length]));
  const miles = [1, 2, 5, 10];
  return {
    understood: [],
    setAside: [],
    correctedTo,
    closeFrom: null,
    offers: { categories: [], pages: [] },
    town: [],
    counts: {
      openNow: opened('now'),
      openToday: opened('today'),
      photos: found.filter(({ hasPhoto }) => hasPhoto).length,
      properties: tally(found.flatMap(({ properties }) => properties)),
      categories: tally(found.map(({ category }) => category)),
      within: Object.fromEntries(
        miles.map((most) => [
          most,
          found.filter(
            ({ latitude, longitude }) =>
              latitude !== null &&
              longitude !== null &&
              milesBetween(readNear(query.near, city.facts.center) ?? city.facts.center, { latitude, longitude }) <=
                most,
          ).length,
        ]),
      ),
    },
  };
}
