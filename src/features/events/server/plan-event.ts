/** Turns what staff typed into what is stored: instants, the first time of a rule, cleaned text. */
import { cleanHtml } from '#server/clean-html.ts';
import type { events } from '#server/db/schema/index.ts';
import { floatingMs } from '#shared/clock.ts';
import { dayOf, instantAtFloating } from '#shared/dates.ts';
import { Problem } from '#shared/problem.ts';
import { dayMs, hourMs } from '#shared/times.ts';
import { type ClockFields, type ClockTimes, readClock } from '../event-clock.ts';
import type { EventForm } from '../staff-contract.ts';
import { expandRule, firstTime, RuleError, type Series, type Times } from './expand-rule.ts';

export type EventValues = Pick<
  typeof events.$inferInsert,
  | 'title'
  | 'location'
  | 'category'
  | 'allDay'
  | 'rule'
  | 'skippedDays'
  | 'imageUrl'
  | 'imageAlt'
  | 'url'
  | 'organizer'
  | 'contact'
  | 'isFree'
  | 'price'
  | 'latitude'
  | 'longitude'
  | 'businessId'
> &
  ClockTimes & { description: string };

/** @throws Problem 'invalid', with a sentence for each field */
export function planEvent(form: EventForm, timeZone: string): EventValues {
  return valuesOf(form, planTimes(form, timeZone));
}

/** @throws Problem 'invalid', with a sentence for each field */
export function valuesOf(form: EventForm, planned: PlannedTimes): EventValues {
  if (planned.errors) throw new Problem('invalid', Object.values(planned.errors)[0] ?? '', { fields: planned.errors });
  const { title, location, category, allDay, imageUrl, isFree, latitude, longitude, businessId } = form;
  const isPlaced = latitude !== null && longitude !== null;
  return {
    ...{ title, location, category, allDay, imageUrl, isFree, businessId },
    ...(isPlaced ? { latitude, longitude } : { latitude: null, longitude: null }),
    ...planned.series,
    description: cleanHtml(form.description),
    imageAlt: imageUrl === null ? null : form.imageAlt || null,
    url: form.url || null,
    organizer: form.organizer || null,
    contact: form.contact || null,
    price: isFree ? null : form.price || null,
  };
}

type TimesForm = ClockFields & { rule: string | null; skippedDays: readonly string[] };
export type PlannedSeries = Series & { skippedDays: string[] };
type PlannedTimes = { series: PlannedSeries; errors: null } | { series: null; errors: Record<string, string> };

const century = (now: Date) => new Date(now.getTime() + 100 * 365 * dayMs);

/**
 * Reads the clock fields and the rule together. A series begins at the first time that its rule gives.
 * @param begunOn the first day of a series that has begun: while the form has it, it stays
 */
export function planTimes(form: TimesForm, timeZone: string, begunOn: string | null = null): PlannedTimes {
  const wrong = (errors: Record<string, string>) => ({ series: null, errors });
  const { times, errors } = readClock(form, timeZone);
  if (errors) return wrong(errors);
  const { rule } = form;
  if (rule === null || rule === '') return { series: { ...times, rule: null, skippedDays: [] }, errors: null };
  const until = /UNTIL=(\d{4})(\d\d)(\d\d)/.exec(rule);
  if (until && `${until[1]}-${until[2]}-${until[3]}` < form.startsOn) {
    return wrong({ until: 'The last day is before the first time. Choose a later one' });
  }
  try {
    const start = floatingMs(times.startsAt, timeZone);
    const first = firstTime(rule, start);
    if (first === null) return wrong({ rule: 'With these choices it never takes place. Choose another day' });
    const typed = { ...times, rule, skippedDays: [...new Set(form.skippedDays)].toSorted() };
    const series = form.startsOn === begunOn ? typed : moveTo(typed, first, timeZone);
    const [one, next] = expandRule(
      { ...series, skippedDays: [] },
      timeZone,
      series.startsAt,
      century(series.startsAt),
      2,
    );
    if (one?.endsAt && next && one.endsAt > next.startsAt) {
      return wrong({
        [form.endsOn === '' ? 'endTime' : 'endsOn']:
          'It would still be on when the next one begins. Let it end earlier, or repeat it less often',
      });
    }
    if (begunOn === null && isNeverOn(series, timeZone)) return wrong({ skippedDays: everySkipped });
    return { series, errors: null };
  } catch (error) {
    if (error instanceof RuleError)
      return wrong({ rule: 'This way of repeating is not understood. Choose one of the list' });
    throw error;
  }
}

export const everySkipped = 'Every date is skipped. Keep at least one';

/** Tells whether its skipped days leave nothing of a series. */
export function isNeverOn(series: Series, timeZone: string): boolean {
  return expandRule(series, timeZone, new Date(0), century(series.startsAt), 1).length === 0;
}

/** Moves the first time; the distance between start and end on the clock stays. */
function moveTo(series: PlannedSeries, first: number, timeZone: string): PlannedSeries {
  const start = floatingMs(series.startsAt, timeZone);
  if (first === start) return series;
  const length = series.endsAt === null ? null : floatingMs(series.endsAt, timeZone) - start;
  return {
    ...series,
    startsAt: instantAtFloating(first, timeZone),
    endsAt: length === null ? null : instantAtFloating(first + length, timeZone),
  };
}

/** The next `max` times from today on. When all times are over, the first ones. */
export function nextTimes(series: Series, timeZone: string, now: Date, max: number): Times[] {
  const today = instantAtFloating(Date.parse(`${dayOf(now, timeZone)}T00:00:00Z`), timeZone);
  const until = century(series.startsAt > today ? series.startsAt : today);
  const coming = expandRule(series, timeZone, today, until, max);
  return coming.length > 0 ? coming : expandRule(series, timeZone, series.startsAt, century(series.startsAt), max);
}

/** Hints about input that is allowed but may be a mistake. */
export function hintsOf(form: ClockFields, series: PlannedSeries, timeZone: string, now: Date): string[] {
  const hints: string[] = [];
  const first = dayOf(series.startsAt, timeZone);
  if (first !== form.startsOn) hints.push('The day you chose is not one of them: it begins on the first date below.');
  if (isPast(series, timeZone, now)) {
    hints.push('This is in the past. It will not show among the coming events.');
  }
  if (!form.allDay && isShownTwice(series.startsAt, timeZone)) {
    hints.push('The clocks go back that night and show this time twice. The first of the two is meant.');
  }
  return hints;
}

/** Tells whether nothing of it is to come. */
export function isPast(series: Series, timeZone: string, now: Date): boolean {
  const next = nextTimes(series, timeZone, now, 1)[0];
  return (
    next !== undefined && (next.endsAt ?? next.startsAt) < now && dayOf(next.startsAt, timeZone) < dayOf(now, timeZone)
  );
}

function isShownTwice(instant: Date, timeZone: string): boolean {
  const hourLater = new Date(instant.getTime() + hourMs);
  return floatingMs(hourLater, timeZone) === floatingMs(instant, timeZone);
}
