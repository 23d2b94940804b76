/** The form's choices for a repeating event, and the RFC 5545 rule they make. */
import * as z from 'zod/mini';
import { dayMs } from '#shared/times.ts';

export const weekdayCodes = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'] as const;

export const Repeat = z.object({
  every: z.enum(['never', 'day', 'week', 'month', 'year', 'other']),
  /** 2 means every second week. */
  interval: z.number(),
  /** Weekdays of a weekly event; empty means the first day's weekday. */
  weekdays: z.array(z.enum(weekdayCodes)),
  /**
   * Monthly: by day ('on the 4th'), or by weekday counted from the month's start or end ('on its first
   * Saturday').
   */
  monthBy: z.enum(['day', 'weekday', 'last-weekday']),
  ends: z.enum(['never', 'until', 'count']),
  /** The last possible day, as '2026-07-04'. */
  until: z.string(),
  count: z.string(),
  /** For 'other': an imported rule that the choices above cannot express. */
  rule: z.string(),
});
export type Repeat = z.infer<typeof Repeat>;

export const never: Repeat = {
  every: 'never',
  interval: 1,
  weekdays: [],
  monthBy: 'weekday',
  ends: 'never',
  until: '',
  count: '10',
  rule: '',
};

const frequencies = { day: 'DAILY', week: 'WEEKLY', month: 'MONTHLY', year: 'YEARLY' } as const;

/** Null when it takes place once. @param startsOn the first day, as '2026-07-04' */
export function ruleOf(repeat: Repeat, startsOn: string): string | null {
  if (repeat.every === 'never') return null;
  if (repeat.every === 'other') return repeat.rule;
  const first = new Date(`${startsOn}T00:00:00Z`);
  const [month, date] = [first.getUTCMonth() + 1, first.getUTCDate()];
  const ownDay = weekdayCodes[first.getUTCDay()] ?? 'SU';
  const parts = [`FREQ=${frequencies[repeat.every]}`];
  if (repeat.interval > 1) parts.push(`INTERVAL=${repeat.interval}`);
  if (repeat.every === 'week') {
    const days = weekdayCodes.filter((code) => repeat.weekdays.includes(code));
    parts.push(`BYDAY=${days.length > 0 ? days.join() : ownDay}`);
  }
  if (repeat.every === 'month') {
    if (repeat.monthBy === 'day') parts.push(`BYMONTHDAY=${date}`);
    else parts.push(`BYDAY=${repeat.monthBy === 'last-weekday' ? -1 : weekdayOfMonth(startsOn)}${ownDay}`);
  }
  if (repeat.every === 'year') parts.push(`BYMONTH=${month};BYMONTHDAY=${date}`);
  if (repeat.ends === 'count') parts.push(`COUNT=${repeat.count.trim()}`);
  // The end of that day: the library drops times that begin after UNTIL.
  if (repeat.ends === 'until') parts.push(`UNTIL=${repeat.until.replaceAll('-', '')}T235959Z`);
  return parts.join(';');
}

/** The number of this weekday in its month: '2026-07-04' is the 1st Saturday, so 1. */
export function weekdayOfMonth(day: string): number {
  return Math.ceil(Number(day.slice(8)) / 7);
}

/** Tells whether this is the last such weekday of its month. */
export function isLastOfMonth(day: string): boolean {
  const weekLater = new Date(Date.parse(`${day}T00:00:00Z`) + 7 * dayMs);
  return weekLater.toISOString().slice(5, 7) !== day.slice(5, 7);
}

/** Finds the choices that make this rule; 'other' when there are none. */
export function repeatOf(rule: string | null, startsOn: string): Repeat {
  if (rule === null) return never;
  const parts = new Map(rule.split(';').map((part) => part.split('=', 2) as [string, string]));
  const every = (Object.keys(frequencies) as (keyof typeof frequencies)[]).find(
    (name) => frequencies[name] === parts.get('FREQ'),
  );
  const byDay = parts.get('BYDAY') ?? '';
  const until = /^(\d{4})(\d\d)(\d\d)/.exec(parts.get('UNTIL') ?? '');
  const repeat: Repeat = {
    ...never,
    every: every ?? 'other',
    interval: Number(parts.get('INTERVAL') ?? 1),
    weekdays: every === 'week' ? weekdayCodes.filter((code) => byDay.split(',').includes(code)) : [],
    monthBy: parts.has('BYMONTHDAY') ? 'day' : byDay.startsWith('-1') ? 'last-weekday' : 'weekday',
    ends: parts.has('UNTIL') ? 'until' : parts.has('COUNT') ? 'count' : 'never',
    until: until ? `${until[1]}-${until[2]}-${until[3]}` : '',
    count: parts.get('COUNT') ?? never.count,
  };
  const sorted = (text: string | null) =>
    text
      ?.replace(/;(WKST=[A-Z]{2}|INTERVAL=1)(?=;|$)/g, '')
      .split(';')
      .sort()
      .join(';');
  const sayable = (text: string | null) => sorted(text)?.replace(/UNTIL=(\d{8})(T\d{6}Z?)?/, 'UNTIL=$1');
  if (sayable(ruleOf(repeat, startsOn)) === sayable(withDefaults(rule, startsOn))) return repeat;
  return { ...never, every: 'other', rule };
}

/** Adds what the form always names: 'FREQ=WEEKLY' alone means the first day's own weekday. */
function withDefaults(rule: string, startsOn: string): string {
  const first = new Date(`${startsOn}T00:00:00Z`);
  const day = weekdayCodes[first.getUTCDay()] ?? 'SU';
  if (/BYDAY|BYMONTHDAY|BYMONTH|BYSETPOS/.test(rule)) return rule;
  if (rule.startsWith('FREQ=WEEKLY')) return `${rule};BYDAY=${day}`;
  if (rule.startsWith('FREQ=MONTHLY')) return `${rule};BYMONTHDAY=${first.getUTCDate()}`;
  if (rule.startsWith('FREQ=YEARLY'))
    return `${rule};BYMONTH=${first.getUTCMonth() + 1};BYMONTHDAY=${first.getUTCDate()}`;
  return rule;
}
