/** The city pack's malls and neighborhoods, which addresses seldom name, as searches need them. */
import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import type { Town } from './property-words.ts';
import { wordsOf } from './search/clean-search.ts';
import type { NamedPlace } from './search/streets.ts';

type Row = { names: string[]; isTown: boolean; at: string | null };

/** Places with their addresses as text for tsquery, which change with the pack alone. */
const placesKept = new Map<string, Promise<NamedPlace[]>>();

/** The longest names first. The town itself is a place where few addresses have its name. */
export function readPlaces(db: Database, { name, places }: Town): Promise<NamedPlace[]> {
  const key = JSON.stringify([...places, ...(name === '' ? [] : [{ names: [name], addresses: [name], isTown: true }])]);
  const kept = placesKept.get(key);
  if (kept) return kept;
  if (placesKept.size > 20) placesKept.clear();
  const asked = db
    .execute<Row>(sql`
      select names, coalesce("isTown", false) as "isTown", (
        select string_agg('(' || replace(quote_literal(search_stems(address)), ' ', ''':C & ''') || ':C)', ' | ')
        from unnest(addresses) as address
      ) as at
      from json_to_recordset(${key}) as place (names text[], addresses text[], "isTown" boolean)`)
    .then(({ rows }) =>
      rows
        .flatMap(({ names, isTown, at }) =>
          at === null ? [] : names.map((each) => ({ words: wordsOf(each), isTown, at })),
        )
        .filter(({ words }) => words.length > 0)
        .toSorted((a, b) => b.words.length - a.words.length),
    );
  placesKept.set(key, asked);
  asked.catch(() => placesKept.delete(key));
  return asked;
}
