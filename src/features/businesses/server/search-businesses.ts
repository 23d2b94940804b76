import type { Database } from '#server/db/client.ts';
import { dayOf, wallTime } from '#shared/dates.ts';
import type { ListedBusiness } from '../contract.ts';
import { type OpenWindow, openWindow, type SearchedTime } from '../open-window.ts';
import { browse, isAnyListed } from './browse/browse.ts';
import { readCursor, writeCursor } from './browse/cursor.ts';
import type { Choices } from './choices.ts';
import { isUnread } from './emoji-words.ts';
import { findByContact } from './find-by-contact.ts';
import { findListingsOnce } from './find-listings-once.ts';
import type { Town } from './property-words.ts';
import { readQuestionOnce } from './read-question-once.ts';
import type { Ask, Found, Wanted } from './search/find-listings.ts';
import { atMoment, labelAway } from './search/moment-of-time.ts';
import type { Question } from './search/read-question.ts';
import { onAnyDay } from './search/read-times.ts';
import type { CategoryRow } from './search/read-words.ts';

export interface BusinessSearch {
  search?: string | undefined;
  /** No word is corrected. */
  isAsTyped?: boolean | undefined;
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

const nowhere: Town = {
  name: '',
  region: '',
  regionName: '',
  timeZone: 'UTC',
  center: { latitude: 0, longitude: 0 },
  properties: [],
  places: [],
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
/** The level of what is only of the same category: docs/search.md. */
const onlyCategory = 5;

/** null: there is no such category. */
function chosenCategory(categories: readonly CategoryRow[], asked: string | undefined): CategoryRow | 'all' | null {
  const wanted = asked?.toLowerCase() ?? '';
  if (wanted === '' || wanted === 'all') return 'all';
  return categories.find(({ id, slug }) => id === wanted || slug === wanted) ?? null;
}

interface Reading {
  question: Question;
  /** Listings whose telephone number or web address was typed; null: neither was. */
  called: ListedBusiness[] | null;
  /** Everything that the search asks of the database; null: there is no such category. */
  asked: (Ask & { question: Question }) | null;
  /** The words and every choice, for cursors. */
  identity: string[];
  readAgain: () => Promise<Question>;
  windowOf: (ask: SearchedTime) => OpenWindow;
}

async function read(db: Database, asked: BusinessSearch): Promise<Reading> {
  const { search = '', isAsTyped = false, categoryId, now = new Date(), town = nowhere, choices } = asked;
  const today = dayOf(now, town.timeZone);
  const { hour, minute } = wallTime(now, town.timeZone);
  const atPresent = (question: Question): Question =>
    question.when ? { ...question, when: atMoment(question.when, hour * 60 + minute) } : question;
  const windowOf = (ask: SearchedTime) => openWindow(ask, now, town.timeZone);
  let question = atPresent(await readQuestionOnce(db, search, { town, today, isAsTyped }));
  const chosen = chosenCategory(question.categories, categoryId);
  const category = chosen === 'all' ? null : chosen;
  const when = question.when && windowOf(question.when.ask);
  const isBrowsing = question.units.length === 0;
  const all: Choices = { ...anything, ...choices, category };
  // Without words, the search is only about a time.
  if (isBrowsing && all.open === null && question.when) {
    all.open = when;
    const onSomeDay = onAnyDay(question.when);
    if (onSomeDay && !(await isAnyListed(db, all))) {
      question = { ...question, when: onSomeDay };
      all.open = windowOf(onSomeDay.ask);
    }
  }
  const townSize = question.categories.reduce((sum, { count }) => sum + count, 0);
  const size = category ? category.count : townSize;
  const byContact = { areaCode: town.areaCode ?? '', choices: all, now };
  const called = chosen === null ? null : await findByContact(db, search, byContact);
  const ask = { question, when: isBrowsing ? null : when, choices: all, size, townSize, center: town.center, now };
  return {
    ...{ question, called, windowOf },
    asked: chosen === null ? null : ask,
    identity: [
      question.text,
      isAsTyped ? 'typed' : '',
      category?.id ?? '',
      JSON.stringify({ ...all, category: null, open: null }),
    ],
    readAgain: isAsTyped
      ? async () => question
      : async () => {
          const again = { town, today, doubtsAll: true, lookups: question.lookups };
          return atPresent(await readQuestionOnce(db, search, again));
        },
  };
}

/** Something was typed, and nothing of it can be looked for. */
const isUnheard = ({ search = '' }: BusinessSearch, { units, plain, when, nearMe }: Question) =>
  units.length === 0 && (isUnread(search) || (plain !== '' && when === null && nearMe === null));

const none: BusinessSearchPage = {
  businesses: [],
  total: 0,
  totalIsCapped: false,
  nextCursor: null,
  correctedTo: null,
  setAside: [],
  closeFrom: null,
};

/**
 * Approved businesses, best fit first (docs/search.md): bands of fit, inside them premium, relevance, distance, name. A search of
 * nothing but blanks and signs lists all; an unknown category has none.
 */
export async function searchBusinesses(db: Database, search: BusinessSearch): Promise<BusinessSearchPage> {
  const reading = await read(db, search);
  const { question, asked, identity, called } = reading;
  const { limit, cursor, now = new Date() } = search;
  if (asked === null) return none;
  if (called !== null) return { ...none, businesses: called.slice(0, limit), total: called.length };
  const position = readCursor(identity, cursor);
  if (question.units.length === 0) {
    if (isUnheard(search, question)) return none;
    const { listings, total, next } = await browse(db, asked.choices, asked.size, { limit, position, now });
    const nextCursor = next && writeCursor(identity, next);
    return { ...none, businesses: listings, ...counted(total, asked.size), nextCursor };
  }
  const offset = position?.list === 'ranked' ? position.offset : 0;
  const { found, question: meant } = await look(db, reading, asked, { page: { offset, limit }, counts: null });
  const { listings, total, isPart } = found;
  const isLast = offset + listings.length >= total || listings.length === 0;
  // Only part of a very long list was ranked, so the exact number is unknown.
  const isSampled = isPart && Math.min(...meant.units.map(({ docs }) => docs)) > maxCounted;
  return {
    businesses: listings,
    ...counted(isSampled ? maxCounted + 1 : total, null),
    nextCursor: isLast ? null : writeCursor(identity, { list: 'ranked', offset: offset + limit }),
    ...aboveList(meant, found),
  };
}

/** The facts around the list: how the search was read, and how many listings each choice would leave. */
export async function searchAround(
  db: Database,
  search: BusinessSearch,
  counts: { now: OpenWindow; today: OpenWindow },
) {
  const reading = await read(db, search);
  const { question, asked, called } = reading;
  if (called !== null) {
    const all = { total: called.length, complete: called.length, first: null };
    return { question, complete: all.complete, levels: null, counts: null, ...aboveList(question, all) };
  }
  if (asked === null || isUnheard(search, question))
    return { question, complete: 0, levels: null, counts: null, ...aboveList(question, nothing) };
  const wanted = { page: null, counts };
  const looked = question.units.length === 0 ? null : await look(db, reading, asked, wanted);
  const { found, question: meant } = looked ?? { found: await findListingsOnce(db, asked, wanted), question };
  const { complete, counts: left, first } = found;
  const { when } = meant;
  const isAway = when && first && first.away !== null;
  const asSaid = isAway ? { ...meant, when: { ...when, label: labelAway(when, first.away) } } : meant;
  return { question: asSaid, complete, levels: first?.levels ?? null, counts: left, ...aboveList(meant, found) };
}

/** Only the category is the same: a flower shop is no answer to a gas station. Who asks for a brand may take any shop of its kind. */
function isFiller({ units }: Question, { complete, first }: Found): boolean {
  if (complete > 0 || first === null || units.some(({ weight }) => weight > 1)) return false;
  const levels = units.flatMap(({ weight }, at) => (weight < 0.5 ? [] : [first.levels[at] ?? 0]));
  return levels.includes(onlyCategory) && levels.every((level) => level === 0 || level === onlyCategory);
}

/** Something like it is there, so nobody needs what is only of its category: a clinic is near to a pharmacy, a flower shop is not. */
function isNearAlone({ units }: Question, { complete, total, first }: Found): boolean {
  const telling = units.filter(({ weight }) => weight >= 0.5);
  const level = first?.levels[units.findIndex((unit) => unit === telling[0])];
  return complete === 0 && total > 1 && telling.length === 1 && telling[0]?.weight === 1 && level === onlyCategory - 1;
}

/** Where all are what is not wanted, those are close, and it is said. */
async function lookWithoutUnwanted(
  ...[db, reading, asked, wanted]: Parameters<typeof lookTwice>
): ReturnType<typeof lookTwice> {
  const looked = await lookTwice(db, reading, asked, wanted);
  const { unwanted } = looked.question;
  if (looked.found.complete > 0 || unwanted.length === 0) return looked;
  const question = { ...looked.question, unwanted: [], unavoidable: unwanted };
  const found = await findListingsOnce(db, { ...asked, question }, wanted);
  return found.complete > 0 || looked.found.total === 0 ? { question, found: { ...found, complete: 0 } } : looked;
}

async function look(db: Database, reading: Reading, asked: Ask, wanted: Wanted): ReturnType<typeof lookTwice> {
  const looked = await lookWithoutUnwanted(db, reading, asked, wanted);
  if (isNearAlone(looked.question, looked.found)) {
    const units = looked.question.units.map((unit) => ({ ...unit, five: null, any: unit.anyNear }));
    const found = await findListingsOnce(db, { ...asked, question: { ...looked.question, units } }, wanted);
    return { ...looked, found };
  }
  if (!isFiller(looked.question, looked.found)) return looked;
  return { ...looked, found: { ...looked.found, ...nothing, listings: [], counts: null } };
}

/**
 * Where nothing is open at an hour for which no day was said, any day may be meant. Each word of a search that finds nothing may be
 * there by itself: 'chic fil a' is not where 'chic' stands.
 */
async function lookTwice(
  db: Database,
  { question, readAgain, windowOf }: Reading,
  asked: Ask,
  wanted: Wanted,
): Promise<{ found: Found; question: Question }> {
  const found = await findListingsOnce(db, asked, wanted);
  const isThere = ({ complete, first }: Found) => complete > 0 && first?.away === null;
  if (isThere(found)) return { found, question };
  const onSomeDay = question.when && onAnyDay(question.when);
  if (onSomeDay && found.total > 0) {
    const later = await findListingsOnce(db, { ...asked, when: windowOf(onSomeDay.ask) }, wanted);
    if (isThere(later)) return { found: later, question: { ...question, when: onSomeDay } };
  }
  if (found.complete > 0) return { found, question };
  const again = await readAgain();
  // Spelled otherwise, it may still ask for the same.
  const isSame = JSON.stringify(again.units) === JSON.stringify(question.units);
  if (isSame || again.units.length === 0) return { found, question };
  const other = await findListingsOnce(db, { ...asked, question: again }, wanted);
  return other.complete > 0 ? { found: other, question: again } : { found, question };
}

const nothing = { total: 0, complete: 0, first: null };

/** Returns the notes above a list. */
function aboveList(question: Question, { total, complete, first }: Pick<Found, 'total' | 'complete' | 'first'>) {
  return {
    correctedTo: total > 0 ? question.correctedTo : null,
    setAside: first === null || complete > 0 ? [] : setAsideOf(question, first),
    closeFrom: complete < total ? complete : null,
  };
}

function counted(total: number, size: number | null) {
  const totalIsCapped = total > maxCounted && total !== size;
  return { total: totalIsCapped ? maxCounted + 1 : total, totalIsCapped };
}

function setAsideOf(
  { units, when, text, unavoidable }: Question,
  { levels, isOpen, away }: NonNullable<Found['first']>,
): string[] {
  const missing = units.filter(({ weight }, at) => weight >= 0.5 && ![1, 2, 3].includes(levels[at] ?? 0));
  const time = !isOpen && away === null && when ? [text.slice(when.from, when.to)] : [];
  return [...missing.map((unit) => unit.text), ...unavoidable.map(({ label }) => label.toLowerCase()), ...time];
}
