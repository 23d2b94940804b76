/** Asks the database for the listings of a search: functions/5-find.sql. */
import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { prepared } from '#server/db/prepared.ts';
import type { ListedBusiness, SearchContext } from '../../contract.ts';
import type { Place, Sort } from '../../list-query.ts';
import type { OpenWindow } from '../../open-window.ts';
import type { Question } from './read-question.ts';
import type { CategoryRow } from './read-words.ts';
import type { Unit } from './units.ts';

/** Choices and order that an address asks for. */
export interface Choices {
  /** null: every category. */
  category: CategoryRow | null;
  open: OpenWindow | null;
  properties: readonly string[];
  hasPhotos: boolean;
  near: Place | null;
  within: number | null;
  sort: Sort;
}

/** A town's listings are ranked whole; of more, some hundred that are likely best. */
export const rankedWhole = 20_000;

const multirange = ({ ranges }: OpenWindow) => `{${ranges.map(([from, to]) => `[${from},${to})`).join(',')}}`;
/** As functions take it. */
export const openAsk = (open: OpenWindow) => ({ ranges: multirange(open), all: open.covers === 'all', day: open.day });
const pointOf = ({ latitude, longitude }: Place) => `(${longitude},${latitude})`;

export interface Ask {
  question: Pick<Question, 'plain' | 'core' | 'units'>;
  /** The time that the words of the search ask for: listings that are closed then stand last. */
  when: OpenWindow | null;
  choices: Choices;
  /** Approved listings in all categories, or in the chosen one. */
  size: number;
  center: Place;
  now: Date;
}

/** A property or a vague word alone makes no close result of a search for something else. */
function decisive(units: readonly Unit[]): readonly Unit[] {
  const what = units.filter(({ weight, docs, kinds }) => weight === 1 && (docs > 0 || kinds.length > 0));
  return what.length > 0 ? what : units;
}

/** `ask` of search_page and search_counts. */
export function writeAsk(
  { question, when, choices, size, center, now }: Ask,
  page: { offset: number; limit: number },
): string {
  const { category, open, properties, hasPhotos, near, within, sort } = choices;
  const { units, plain, core } = question;
  return JSON.stringify({
    units: units.map(({ one, two, three, four, five, any, strong, docs, weight }) => ({
      one,
      two,
      three,
      four,
      five,
      any,
      strong,
      docs: Math.min(docs, size),
      weight,
    })),
    anyAtAll:
      decisive(units)
        .map(({ any }) => `(${any})`)
        .join(' | ') || null,
    scope: category ? [`'${category.code}'`] : [],
    plain: plain.slice(0, 60),
    core: core.slice(0, 60),
    listings: size,
    isSmall: size <= rankedWhole,
    hasChoices: open !== null || properties.length > 0 || hasPhotos || within !== null,
    categoryId: category?.id ?? null,
    open: open && openAsk(open),
    when: when && openAsk(when),
    properties: properties.length > 0 ? `{${properties.join(',')}}` : null,
    photos: hasPhotos ? true : null,
    near: near && pointOf(near),
    within,
    center: pointOf(near ?? center),
    sort,
    at: now.toISOString(),
    ...page,
  });
}

interface PageRow {
  total: number;
  /** Those that have all that was asked for. */
  complete: number;
  first: { levels: number[]; rank: number } | null;
  cards: { miles: number | null; card: Omit<ListedBusiness, 'distanceMiles'> }[] | null;
}

export interface FoundListings {
  listings: ListedBusiness[];
  total: number;
  complete: number;
  /** The best listing: how it has each unit, 0 or 4 where it has not; whether it is closed when it should be open. */
  first: { levels: number[]; isClosed: boolean } | null;
}

const searchPage = prepared((db) =>
  db
    .select({ answer: sql<PageRow>`answer` })
    .from(sql`search_page(${sql.placeholder('ask')}::json) as answer`)
    .prepare('search_page'),
);

export async function findListings(db: Database, ask: string): Promise<FoundListings> {
  const [row] = await searchPage(db).execute({ ask });
  const { total = 0, complete = 0, first = null, cards = [] } = row?.answer ?? {};
  return {
    total,
    complete,
    first: first && { levels: first.levels, isClosed: first.rank >= 50 },
    listings: (cards ?? []).map(({ miles, card }) => asListed(card, miles)),
  };
}

/** JSON has its instants in PostgreSQL's spelling. */
export function asListed(card: Omit<ListedBusiness, 'distanceMiles'>, miles: number | null): ListedBusiness {
  const { premiumExpiresAt } = card;
  return {
    ...card,
    premiumExpiresAt: premiumExpiresAt === null ? null : new Date(premiumExpiresAt).toISOString(),
    distanceMiles: miles === null ? null : Math.round(miles * 100) / 100,
  };
}

const searchCounts = prepared((db) =>
  db
    .select({ answer: sql<SearchContext['counts']>`answer` })
    .from(
      sql`search_counts(${sql.placeholder('ask')}::json, ${sql.placeholder('now')}::json, ${sql.placeholder('today')}::json) as answer`,
    )
    .prepare('search_counts'),
);

export async function countChoices(
  db: Database,
  ask: string,
  now: OpenWindow,
  today: OpenWindow,
): Promise<SearchContext['counts'] | null> {
  const [row] = await searchCounts(db).execute({
    ask,
    now: JSON.stringify(openAsk(now)),
    today: JSON.stringify(openAsk(today)),
  });
  return row?.answer ?? null;
}
