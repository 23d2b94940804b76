/** Reads how an event of an iCalendar file repeats. */
import ICAL from 'ical.js';
import { floatingMs } from '#shared/clock.ts';
import { dayOf } from '#shared/dates.ts';
import type { FileTime } from './read-calendar-times.ts';
import { stamp } from './time-zone-block.ts';

/** The reason why an event cannot be imported, for its row in the preview. */
export class Refusal extends Error {}

/** The rule in the city's local time; notes say what could not be kept. @throws Refusal */
export function readRule(part: ICAL.Component, start: FileTime, timeZone: string, notes: string[]): string | null {
  const rules = part.getAllProperties('rrule');
  if (rules.length === 0) return null;
  const value = rules[0]?.getFirstValue();
  if (rules.length > 1 || !(value instanceof ICAL.Recur))
    throw new Refusal('It has several rules at once. Add it by hand.');
  const text = value.toString();
  if (/FREQ=(SECONDLY|MINUTELY|HOURLY)|BY(SECOND|MINUTE|HOUR|YEARDAY|WEEKNO)=/.test(text)) {
    throw new Refusal(`It repeats in a way that this calendar does not know (${text.slice(0, 80)}). Add it by hand.`);
  }
  if (start.zone !== timeZone && !isSameDay(start, timeZone)) {
    throw new Refusal(
      `It repeats on the clock of ${start.zone}, where it falls on other days than here. Add it by hand.`,
    );
  }
  if (start.zone !== timeZone) notes.push(`It repeats on the clock of ${start.zone}. Here it keeps the city's hours.`);
  const { until } = value;
  if (!until) return withoutParts(text);
  const last = until.isDate
    ? `${stamp(Date.UTC(until.year, until.month - 1, until.day)).slice(0, 8)}T235959Z`
    : `${stamp(lastMoment(until, timeZone))}Z`;
  return withoutParts(text.replace(/UNTIL=[^;]*/, `UNTIL=${last}`));
}

/** Removes the parts that our rules do not support, and parts without effect. */
function withoutParts(rule: string): string {
  return rule
    .split(';')
    .filter((part) => !/^(WKST|INTERVAL)=(MO|1)$/.test(part))
    .toSorted((a, b) => Number(b.startsWith('FREQ=')) - Number(a.startsWith('FREQ=')))
    .join(';');
}

function lastMoment(until: ICAL.Time, timeZone: string): number {
  const floating = Date.UTC(until.year, until.month - 1, until.day, until.hour, until.minute, until.second);
  return until.zone === ICAL.Timezone.utcTimezone ? floatingMs(new Date(floating), timeZone) : floating;
}

function isSameDay({ instant, zone }: FileTime, timeZone: string): boolean {
  try {
    return dayOf(instant, zone) === dayOf(instant, timeZone);
  } catch {
    // Only the file knows this zone, so its days cannot be compared here. The times are still right.
    return true;
  }
}
