/** Moves an hour for which no day was said to the day that is meant now. */
import { type FoundTime, type Meant, onAnyDay, onDay } from './read-times.ts';

const day = 24 * 60;
/** Until then it is still the night of the day before. */
const nightEnds = 5 * 60;

const isOver = ({ ask }: Meant, minute: number) =>
  'weekday' in ask && ask.minute !== undefined && (ask.until ?? ask.minute) < minute;

/** In the evening, 'open at 8' is about 8 PM. */
function inHalfToCome(when: FoundTime, minute: number): FoundTime {
  const { otherHalf, onSomeDay: _, ...own } = when;
  if (!otherHalf?.isOfToday || otherHalf.isLast || !isOver(when, minute) || isOver(otherHalf, minute)) return when;
  const { isLast: __, isOfToday: ___, ...other } = otherHalf;
  return { ...own, ...other };
}

/** @param minute the town's minute of the day */
export function atMoment(said: FoundTime, minute: number): FoundTime {
  const when = inHalfToCome(said, minute);
  const { ask, onSomeDay } = when;
  if (onSomeDay === undefined || !('weekday' in ask) || ask.minute === undefined) return when;
  // At 11 AM nobody can go for coffee before 7 today.
  if (isOver(when, minute)) return onAnyDay(when) ?? when;
  const isThisNight = minute < nightEnds && ask.minute - day >= minute;
  if (!isThisNight) return when;
  const weekday = (ask.weekday + 6) % 7;
  const label = when.label.replace(onDay(ask.weekday).label, onDay(weekday).label);
  return { ...when, ask: { ...ask, weekday }, label };
}

/** Says the truth about the one that was asked for by its name, and is not open then, or not closed where that was asked. */
export function labelAway({ ask, label }: Meant, away: 'closed' | 'unknown' | null): string {
  if (away === 'unknown') return 'Hours not known';
  if ('closed' in ask) return label.replace(/^Usually closed/, 'Usual hours').replace(/^Closed/, 'Open');
  if ('days' in ask) return 'Closed then';
  if ('at' in ask && ask.at === 'today') return 'Closed for today';
  if ('at' in ask && (ask.at === '24h' || ask.at === 'daily' || ask.at === 'late'))
    return label.replace(/^Open/, 'Not open');
  return label.replace(/^(?:Open|Usual hours)/, 'Closed');
}
