/**
 * Writes the rules of a time zone for iCalendar (RFC 5545, section 3.6.5): every clock change in the years
 * needed.
 */
import { type ClockChange, changesBetween, offsetAt } from '#server/clock-changes.ts';
import { minuteMs } from '#shared/times.ts';

/** The VTIMEZONE lines for everything that starts between `from` and `until`. */
export function timeZoneBlock(timeZone: string, from: Date, until: Date): string[] {
  const fromMs = Date.UTC(from.getUTCFullYear() - 1, 0, 1);
  const changes = changesBetween(fromMs, Date.UTC(until.getUTCFullYear() + 1, 0, 1), timeZone);
  const first = offsetAt(fromMs, timeZone);
  const known: ClockChange[] = [{ atMs: fromMs, before: first, after: first }, ...changes];
  const minOffset = Math.min(...known.map(({ after }) => after));
  return [
    'BEGIN:VTIMEZONE',
    `TZID:${timeZone}`,
    ...known.flatMap(({ atMs, before, after }) => {
      const kind = after > minOffset ? 'DAYLIGHT' : 'STANDARD';
      return [
        `BEGIN:${kind}`,
        // The moment of the change in the local time before it.
        `DTSTART:${stamp(atMs + before)}`,
        `TZOFFSETFROM:${offsetText(before)}`,
        `TZOFFSETTO:${offsetText(after)}`,
        `END:${kind}`,
      ];
    }),
    'END:VTIMEZONE',
  ];
}

/** '20260704T190000' for a local time given as if it were UTC. */
export function stamp(floating: number): string {
  return new Date(floating).toISOString().slice(0, 19).replace(/[-:]/g, '');
}

function offsetText(ms: number): string {
  const minutes = Math.round(Math.abs(ms) / minuteMs);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${ms < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}${two(minutes % 60)}`;
}
