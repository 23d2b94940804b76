/** The list that visitors see, with the notes around it: turns the filters of an address into a search. */
import type { CityPack } from '#server/city-pack.ts';
import type { Database } from '#server/db/client.ts';
import type { SearchContext } from '../contract.ts';
import { readNear, readOpen, readProperties, readSort, readWithin } from '../list-query.ts';
import { phoneKey } from '../match-keys.ts';
import { openWindow } from '../open-window.ts';
import type { Town } from './property-words.ts';
import { aroundSearch } from './search/around.ts';
import { type BusinessSearch, type BusinessSearchPage, searchAround, searchBusinesses } from './search-businesses.ts';

interface ListQuery {
  search?: string | undefined;
  spelling?: string | undefined;
  categoryId?: string | undefined;
  open?: string | undefined;
  near?: string | undefined;
  within?: string | undefined;
  properties?: string | undefined;
  photos?: string | undefined;
  sort?: string | undefined;
}

function townOf({ facts, properties, places }: CityPack): Town {
  const { name, region, regionName, timeZone, center } = facts;
  const areaCode = phoneKey(facts.cityHall.phone).slice(0, -7);
  return { name, region, regionName, timeZone, center, areaCode, properties, places };
}

interface Asked {
  city: CityPack;
  now: Date;
  limit: number;
  cursor?: string | undefined;
}

function searchOf(query: ListQuery, { city, now, limit, cursor }: Asked): BusinessSearch {
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
  const isAsTyped = query.spelling === 'typed';
  return { search, isAsTyped, categoryId, limit, cursor, now, town: townOf(city), choices };
}

export async function listPage(db: Database, query: ListQuery, asked: Asked): Promise<BusinessSearchPage> {
  return await searchBusinesses(db, searchOf(query, asked));
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
  const { timeZone } = city.facts;
  const { question, complete, levels, counts, ...above } = await searchAround(
    db,
    searchOf(query, { city, now, limit: 0 }),
    {
      now: openWindow({ at: 'now' }, now, timeZone),
      today: openWindow({ at: 'today' }, now, timeZone),
    },
  );
  const { center } = city.facts;
  const near = readNear(query.near, center);
  const isPlaceKnown = near !== null && near !== center;
  const around = await aroundSearch({ db, city, now: () => now }, { question, complete, levels, isPlaceKnown });
  return { ...around, ...above, counts: counts ?? noCounts };
}
