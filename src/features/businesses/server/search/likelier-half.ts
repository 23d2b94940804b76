/** Asks the listings which half of the day is meant: the dentists are open at 7:30 AM, the bars at 7:30 PM. */
import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { openWindow } from '../../open-window.ts';
import { multirange } from '../choices.ts';
import type { Unit } from './conditions.ts';
import { type FoundTime, type Meant, onAnyDay } from './read-times.ts';

/** So many tell enough. */
const maxAsked = 500;

/** Neither an hour of a weekday nor one of any day depends on the present. */
const rangesOf = (meant: Meant) => multirange(openWindow((onAnyDay(meant) ?? meant).ask, new Date(0), 'UTC'));

/** The time in the half of the day in which more of what is looked for is open. */
export async function inLikelierHalf(db: Database, when: FoundTime, units: readonly Unit[]): Promise<FoundTime> {
  const { otherHalf, ...own } = when;
  const has = units.filter(({ weight }) => weight > 0.5).map(({ has }) => `(${has})`);
  if (otherHalf === undefined || has.length === 0) return when;
  const { rows } = await db.execute<{ here: number; there: number }>(sql`
    select (count(*) filter (where open_minutes && ${rangesOf(own)}::int4multirange))::integer as here,
      (count(*) filter (where open_minutes && ${rangesOf(otherHalf)}::int4multirange))::integer as there
    from (select open_minutes from search_docs where words @@ ${has.join(' & ')}::tsquery and open_minutes is not null limit ${maxAsked}) as asked`);
  const { here, there } = rows[0] ?? { here: 0, there: 0 };
  const { isLast, isOfToday, ...other } = otherHalf;
  const isOther = there > here && (here === 0 || !isLast);
  const [chosen, { ask, label, onSomeDay }]: [Meant, Meant] = isOther ? [other, own] : [own, other];
  // The half in which nobody is open is not meant, even when this one has passed, unless today was said.
  const isLost = (isOther ? here : there) === 0 && here + there > 0 && own.onSomeDay !== undefined;
  const left = { ask, label, ...(onSomeDay && { onSomeDay }), isLast, isOfToday };
  return { from: own.from, to: own.to, ...chosen, ...(isLost ? {} : { otherHalf: left }) };
}
