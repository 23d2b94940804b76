/** Asks the database for the listings of a search: functions/5-find.sql. */
import { eq, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { prepared } from '#server/db/prepared.ts';
import { businesses, categories } from '#server/db/schema/index.ts';
import type { ListedBusiness, SearchContext } from '../../contract.ts';
import type { Place } from '../../list-query.ts';
import type { OpenWindow } from '../../open-window.ts';
import { listedColumns, toListed } from '../business-columns.ts';
import { type Choices, multirange } from '../choices.ts';
import { amongListingsOf, type Unit } from './conditions.ts';
import { unknown } from './own-mentions.ts';
import type { Question } from './read-question.ts';
import { withoutUnwanted } from './unwanted.ts';

/** A town's listings are ranked whole; of more, some hundred that are likely best. */
const rankedWhole = 20_000;

const pointOf = ({ latitude, longitude }: Place) => `(${longitude},${latitude})`;

export interface Ask {
  question: Pick<Question, 'plain' | 'core' | 'name' | 'units' | 'unwanted' | 'categories'>;
  /** The time that the words of the search ask for: listings that are closed then stand last. */
  when: OpenWindow | null;
  choices: Choices;
  /** Approved listings in all categories, or in the chosen one. */
  size: number;
  /** Approved listings in all categories. */
  townSize: number;
  center: Place;
  now: Date;
}

/** A property or a vague word alone makes no close result of a search for something else. */
function decisive(units: readonly Unit[]): readonly Unit[] {
  const what = units.filter(({ weight, docs, kinds }) => weight >= 1 && (docs > 0 || kinds.length > 0));
  return what.length > 0 ? what : units;
}

const joined = (units: readonly Unit[], read: (unit: Unit) => string | null, sign: string) =>
  units.map((unit) => `(${read(unit)})`).join(sign) || null;
/** The parts of a unit that the database reads as they are. */
const fields = ['one', 'two', 'three', 'four', 'five', 'certain', 'has', 'docs'] as const;
/** So many listings of a kind may fill all pages that anybody looks through. */
const veryMany = 1_500;

/** The search_ask of functions/5-find.sql. */
export function writeAsk(ask: Ask): string {
  const { question, when, choices, size, townSize, center } = ask;
  const { category, open, properties, hasPhotos, near, within, sort } = choices;
  const { plain, core } = question;
  const codes = [category?.code ?? [], properties.map((key) => `=p:${key}`), hasPhotos ? '=photos' : []].flat();
  const timeAsk = (name: string, open: OpenWindow | null) =>
    open && { [`${name}_ranges`]: multirange(open), [`${name}_covers`]: open.covers, [`${name}_day`]: open.day };
  const inCategory = category && amongListingsOf(category, question.units, question.categories);
  const units = question.units.map((unit) =>
    withoutUnwanted(
      inCategory ? { ...unit, has: inCategory(unit.has, unit.text), any: inCategory(unit.any, unit.text) } : unit,
      question.unwanted,
    ),
  );
  const each = <T>(read: (unit: Unit) => T) => units.map(read);
  const asked = units.filter(({ weight }) => weight >= 0.5);
  // Properties aside, not the street.
  const what = units.filter(({ weight }) => weight > 0.5);
  return JSON.stringify({
    ...Object.fromEntries(fields.map((field) => [field, each((unit) => unit[field])])),
    // A listing of an unknown kind is looked for on that street alone.
    any_of: each(({ has, four, any }) => (four === null ? any : four.includes(unknown) ? has : `${has} | ${four}`)),
    weights: each(({ weight }) => weight),
    is_all:
      asked.length > 0 && asked.every(({ one, docs }) => docs > veryMany && one !== null && !one.includes(':'))
        ? joined(asked, ({ one }) => one, ' & ')
        : null,
    has_all: joined(what.length > 0 ? what : asked, ({ has }) => has, ' & '),
    any_at_all: joined(decisive(units), ({ any }) => any, ' | '),
    named: units.flatMap(({ named }) => named ?? []).join(' | ') || null,
    plain: plain.slice(0, 60),
    core: core.slice(0, 60),
    town: townSize,
    listings: size,
    is_small: townSize <= rankedWhole,
    scope: codes.map((code) => `'${code}'`).join(' & ') || null,
    category_id: category?.id ?? null,
    ...timeAsk('open', open),
    ...timeAsk('when', when),
    asked_name: when && question.name,
    near: near && pointOf(near),
    within,
    center: pointOf(near ?? center),
    sort,
  });
}

/** Facts for the notes above a list. */
interface FoundSum {
  total: number;
  /** Listings that have all that was asked for. */
  complete: number;
  /** Many more may match: only some of a very long list were ranked. */
  isPart: boolean;
  /**
   * The best listing: its level for each unit, 0 or 4 where it has it not, and whether it is known to be open when it should be. `away`:
   * it was asked for by its name, and is closed then, or nobody knows its hours.
   */
  first: { levels: number[]; isOpen: boolean; away: 'closed' | 'unknown' | null } | null;
}

interface SumRow {
  total: number | null;
  complete: number | null;
  isPart: boolean | null;
  /** The best listing: its place in the order, and its level for each unit, three bits each; null: nothing is found. */
  rank: number | null;
  levels: number | null;
}

function readSum({ total, complete, isPart, rank, levels }: SumRow): FoundSum {
  const level = (at: number) => ((levels ?? 0) >> (3 * at)) & 7;
  const isOpen = rank !== null && (rank <= 30 || (rank >= 35 && rank < 50) || (rank >= 60 && rank < 70));
  const away = rank === 2 ? 'closed' : rank === 1 ? 'unknown' : null;
  const first = rank === null ? null : ({ levels: [0, 1, 2, 3, 4, 5, 6, 7].map(level), isOpen, away } as const);
  return { total: total ?? 0, complete: complete ?? 0, isPart: isPart ?? false, first };
}

const searchPage = prepared((db) =>
  db
    .select({
      ...listedColumns(sql.placeholder('now')),
      total: sql<number>`hit.total::float8`,
      complete: sql<number>`hit.complete::float8`,
      isPart: sql<boolean>`hit.is_part`,
      rank: sql<number | null>`hit.rank`,
      levels: sql<number | null>`hit.levels`,
      counts: sql<SearchContext['counts'] | null>`hit.counts`,
    })
    .from(
      sql`search_page(${sql.placeholder('ask')}::json, ${sql.placeholder('now')}::timestamptz, ${sql.placeholder('offset')}::int, ${sql.placeholder('limit')}::int, ${sql.placeholder('openNow')}::int4multirange, ${sql.placeholder('openToday')}::int4multirange, ${sql.placeholder('day')}::date) as hit`,
    )
    .leftJoin(businesses, sql`${businesses.id} = hit.business_id`)
    .leftJoin(categories, eq(categories.id, businesses.categoryId))
    .orderBy(sql`hit.place`)
    .prepare('search_page'),
);
type CardRow = Parameters<typeof toListed>[0];

/** Parts of a search that can be asked for together. */
export interface Wanted {
  page: { offset: number; limit: number } | null;
  /** The number of listings that each choice would leave: only beside the first page, or without one. */
  counts: { now: OpenWindow; today: OpenWindow } | null;
}

export interface Found extends FoundSum {
  listings: ListedBusiness[];
  /** null: nobody asked for them. */
  counts: SearchContext['counts'] | null;
}

/** @param ask as writeAsk returns it */
export async function findListings(
  db: Database,
  ask: string,
  { page, counts }: Wanted,
  { now, near }: { now: Date; near: Place | null },
): Promise<Found> {
  const windows = {
    openNow: counts && multirange(counts.now),
    openToday: counts && multirange(counts.today),
    day: counts?.now.day ?? null,
  };
  const { offset, limit } = page ?? { offset: 0, limit: 0 };
  const rows = await searchPage(db).execute({ ask, offset, limit, ...windows, now: now.toISOString() });
  const [first] = rows;
  if (!first) throw new Error('search_page has answered nothing');
  const cards = rows.flatMap(({ total, complete, isPart, rank, levels, counts, ...card }) =>
    card.id === null || page === null ? [] : (card as CardRow),
  );
  const listings = cards.map((card) => toListed(card, { now, near }));
  return { ...readSum(first), listings, counts: first.counts };
}
