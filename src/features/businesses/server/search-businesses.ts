import type { Database } from '#server/db/client.ts';
import { wallTime } from '#shared/dates.ts';
import type { ListedBusiness } from '../contract.ts';
import { openWindow } from '../open-window.ts';
import { browse } from './search/browse.ts';
import { readCursor, writeCursor } from './search/cursor.ts';
import {
  type Ask,
  type Choices,
  type FoundListings,
  findListings,
  rankedWhole,
  writeAsk,
} from './search/find-listings.ts';
import { type Question, readQuestion, type Town } from './search/read-question.ts';
import type { CategoryRow } from './search/read-words.ts';

export interface BusinessSearch {
  search?: string | undefined;
  /** Id or slug; 'all' and '' mean every category. */
  categoryId?: string | undefined;
  limit: number;
  /** `nextCursor` of an earlier page of the same search; any other text gives the first page. */
  cursor?: string | undefined;
  now?: Date | undefined;
  town?: Town | undefined;
  choices?: Partial<Omit<Choices, 'category'>> | undefined;
}

export interface BusinessSearchPage {
  businesses: ListedBusiness[];
  /** Exact up to 1,000, and without search; above that 1,001. */
  total: number;
  totalIsCapped: boolean;
  /** null: this is the last page. */
  nextCursor: string | null;
  /** The search with misspelt words replaced, when that is what was found; otherwise null. */
  correctedTo: string | null;
  /** Parts of the search that nothing has together with the others. */
  setAside: string[];
  /** Where in the whole list close results begin; null: there are none. */
  closeFrom: number | null;
}

/** The same with what was read, for what stands around the list. */
export interface FoundPage extends BusinessSearchPage {
  question: Question;
  category: CategoryRow | null;
  /** `ask` of the database's functions; null: there is no such category. */
  ask: string | null;
}

const nowhere: Town = {
  name: '',
  region: '',
  regionName: '',
  timeZone: 'UTC',
  center: { latitude: 0, longitude: 0 },
  properties: [],
};
const anything: Omit<Choices, 'category'> = {
  open: null,
  properties: [],
  hasPhotos: false,
  near: null,
  within: null,
  sort: 'fit',
};
const maxCounted = 1_000;

/** null: there is no such category. */
function chosenCategory(categories: readonly CategoryRow[], asked: string | undefined): CategoryRow | 'all' | null {
  const wanted = asked?.toLowerCase() ?? '';
  if (wanted === '' || wanted === 'all') return 'all';
  return categories.find(({ id, slug }) => id === wanted || slug === wanted) ?? null;
}

/**
 * Approved businesses, best fit first (docs/search.md): bands of fit, inside them premium, relevance, distance, name. A search of
 * nothing but blanks and signs lists all; an unknown category has none.
 */
export async function searchBusinesses(db: Database, search: BusinessSearch): Promise<BusinessSearchPage> {
  const { question: _, category: __, ask: ___, ...page } = await findPage(db, search);
  return page;
}

export async function findPage(
  db: Database,
  { search = '', categoryId, limit, cursor, now = new Date(), town = nowhere, choices }: BusinessSearch,
): Promise<FoundPage> {
  const { year, month, day } = wallTime(now, town.timeZone);
  const weekday = new Date(Date.UTC(year, month - 1, day)).getUTCDay();
  const question = await readQuestion(db, search, { town, weekday });
  const chosen = chosenCategory(question.categories, categoryId);
  const category = chosen === 'all' ? null : chosen;
  const empty: FoundPage = {
    ...{
      businesses: [],
      total: 0,
      totalIsCapped: false,
      nextCursor: null,
      correctedTo: null,
      setAside: [],
      closeFrom: null,
    },
    ...{ question, category, ask: null },
  };
  if (chosen === null) return empty;
  const when = question.when && openWindow(question.when.ask, now, town.timeZone);
  const all: Choices = { ...anything, ...choices, category };
  const isBrowsing = question.units.length === 0;
  // Without words a time is all that was asked for.
  if (isBrowsing && all.open === null) all.open = when;
  const size = category ? category.count : question.categories.reduce((sum, { count }) => sum + count, 0);
  const identity = [question.text, category?.id ?? '', JSON.stringify({ ...all, category: null, open: null })];
  const position = readCursor(identity, cursor);
  const asked = { question, when: isBrowsing ? null : when, choices: all, size, center: town.center, now };
  if (isBrowsing) {
    const isUnheard = question.plain !== '' && question.when === null && question.nearMe === null;
    if (isUnheard) return empty;
    const { listings, total, next } = await browse(db, all, size, { limit, position, now });
    const nextCursor = next && writeCursor(identity, next);
    return {
      ...empty,
      businesses: listings,
      ...counted(total, size),
      nextCursor,
      ask: writeAsk(asked, { offset: 0, limit }),
    };
  }
  const offset = position?.list === 'ranked' ? position.offset : 0;
  const { found, ask, read } = await find(db, asked, { offset, limit }, () =>
    readQuestion(db, search, { town, weekday, doubtsAll: true }),
  );
  const { listings, total, complete, first } = found;
  const isLast = offset + listings.length >= total || listings.length === 0;
  // Among very many listings only some were ranked.
  const isSampled =
    size > rankedWhole && Math.min(...read.units.map(({ docs }) => docs)) > maxCounted && total > maxCounted / 4;
  return {
    ...empty,
    ...counted(isSampled ? maxCounted + 1 : total, null),
    ...{ question: read, ask },
    businesses: listings,
    nextCursor: isLast ? null : writeCursor(identity, { list: 'ranked', offset: offset + limit }),
    correctedTo: total > 0 ? read.correctedTo : null,
    setAside: first === null || complete > 0 ? [] : setAsideOf(read, first),
    closeFrom: complete < total ? complete : null,
  };
}

/** Each word of a search that finds nothing may be there by itself: 'chic fil a' is not where 'chic' stands. */
async function find(
  db: Database,
  asked: Ask & { question: Question },
  page: { offset: number; limit: number },
  readAgain: () => Promise<Question>,
): Promise<{ found: FoundListings; ask: string; read: Question }> {
  const ask = writeAsk(asked, page);
  const found = await findListings(db, ask);
  if (found.complete > 0) return { found, ask, read: asked.question };
  const read = await readAgain();
  if (read.core === asked.question.core || read.units.length === 0) return { found, ask, read: asked.question };
  const askOther = writeAsk({ ...asked, question: read }, page);
  const other = await findListings(db, askOther);
  return other.complete > 0 ? { found: other, ask: askOther, read } : { found, ask, read: asked.question };
}

function counted(total: number, size: number | null) {
  const totalIsCapped = total > maxCounted && total !== size;
  return { total: totalIsCapped ? maxCounted + 1 : total, totalIsCapped };
}

function setAsideOf(
  { units, when, text }: Question,
  { levels, isClosed }: { levels: number[]; isClosed: boolean },
): string[] {
  const missing = units.filter(({ weight }, at) => weight >= 0.5 && ![1, 2, 3].includes(levels[at] ?? 0));
  const time = isClosed && when ? [text.slice(when.from, when.to)] : [];
  return [...missing.map((unit) => unit.text), ...time];
}
