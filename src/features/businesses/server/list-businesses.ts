/** The list that visitors see, and what stands around it: an address's choices put to the search. */
import type { CityPack } from '#server/city-pack.ts';
import type { Database } from '#server/db/client.ts';
import { addDays } from '#shared/dates.ts';
import type { ListedBusiness, SearchContext } from '../contract.ts';
import { readNear, readOpen, readProperties, readSort, readWithin } from '../list-query.ts';
import { openWindow } from '../open-window.ts';
import { aroundSearch } from './search/around.ts';
import { countChoices } from './search/find-listings.ts';
import type { Town } from './search/read-question.ts';
import { type BusinessSearchPage, type FoundPage, findPage } from './search-businesses.ts';

interface ListQuery {
  search?: string | undefined;
  categoryId?: string | undefined;
  open?: string | undefined;
  near?: string | undefined;
  within?: string | undefined;
  properties?: string | undefined;
  photos?: string | undefined;
  sort?: string | undefined;
}

function townOf({ facts, properties }: CityPack): Town {
  const { name, region, regionName, timeZone, center } = facts;
  return { name, region, regionName, timeZone, center, properties };
}

interface Asked {
  city: CityPack;
  now: Date;
  limit: number;
  cursor?: string | undefined;
}

function find(db: Database, query: ListQuery, { city, now, limit, cursor }: Asked): Promise<FoundPage> {
  const { center, timeZone } = city.facts;
  const ask = readOpen(query.open);
  const within = readWithin(query.within);
  const sort = readSort(query.sort);
  const choices = {
    open: ask && openWindow(ask, now, timeZone),
    near: readNear(query.near, center) ?? (within !== null || sort === 'distance' ? center : null),
    within,
    properties: readProperties(query.properties),
    hasPhotos: query.photos === 'yes',
    sort,
  };
  const { search, categoryId } = query;
  return findPage(db, { search, categoryId, limit, cursor, now, town: townOf(city), choices });
}

export async function listPage(db: Database, query: ListQuery, asked: Asked): Promise<BusinessSearchPage> {
  const { question: _, category: __, ask: ___, ...page } = await find(db, query, asked);
  // The city's day is at most one behind this one.
  const yesterday = addDays(asked.now.toISOString().slice(0, 10), -1);
  const businesses = page.businesses.map(
    (business): ListedBusiness => ({ ...business, closures: business.closures.filter(({ to }) => to >= yesterday) }),
  );
  return { ...page, businesses };
}

const noCounts: SearchContext['counts'] = {
  openNow: 0,
  openToday: 0,
  photos: 0,
  properties: {},
  categories: {},
  within: {},
};

export async function readContext(db: Database, query: ListQuery, city: CityPack, now: Date): Promise<SearchContext> {
  const page = await find(db, query, { city, now, limit: 1 });
  const { timeZone } = city.facts;
  const counts =
    page.ask === null
      ? null
      : await countChoices(
          db,
          page.ask,
          openWindow({ at: 'now' }, now, timeZone),
          openWindow({ at: 'today' }, now, timeZone),
        );
  const complete = page.closeFrom ?? page.total;
  const around = await aroundSearch({ db, city, now: () => now }, { question: page.question, complete });
  return {
    ...around,
    setAside: page.setAside,
    correctedTo: page.correctedTo,
    closeFrom: page.closeFrom,
    counts: counts ?? noCounts,
  };
}
