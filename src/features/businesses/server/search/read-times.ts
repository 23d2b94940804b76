/** When somebody wants a place to be open, as people type it in English and in Spanish. */
import * as words from '#server/db/vocabulary/time-and-place-words.ts';
import { clockText } from '#shared/clock-text.ts';
import { addDays } from '#shared/dates.ts';
import { dayNames, type OpenAsk } from '../../list-query.ts';
import { flatten } from './flatten.ts';

export interface FoundPart {
  from: number;
  to: number;
}

export interface FoundTime extends FoundPart {
  ask: OpenAsk;
  label: string;
}

const { aClock, clock, opening, partOfDay, relation, shortDays, spanishDays } = words;
const maybeOpen = `(?:${opening}\\s+|(?:on|every|el|los|este|this|next)\\s+)?`;

interface Rule {
  pattern: RegExp;
  read: (match: RegExpExecArray, today: number) => { ask: OpenAsk; label: string } | null;
}

const hourText = (minute: number) => clockText(Math.floor(minute / 60), minute % 60).replace(':00', '');
const capital = (day: number) => `${dayNames[day]?.[0]?.toUpperCase()}${dayNames[day]?.slice(1)}`;

/** '7', '30', 'pm' are 1170. Without am or pm people mean the hours of the day, and what is open 'until 9' closes at night. */
function minuteOf(hour: string, minute: string | undefined, half: string | undefined, around: string): number | null {
  const value = Number(hour);
  if (value > 23 || Number(minute ?? 0) > 59) return null;
  const isLate = /\b(after|past|until|till?|hasta|despues|tonight|esta noche)\b/.test(around);
  // A place that is open before 7 opens in the morning.
  const isMorning = value >= 5 && /\b(open|opens|abre|abren)\b.*\b(before|antes)\b/.test(around);
  const isNight =
    half === undefined ? !isMorning && value >= 1 && value <= (isLate ? 11 : 7) : words.secondHalf.test(half);
  const inDay = value < 13 ? (value % 12) + (isNight || (half === undefined && value === 12) ? 12 : 0) : value;
  return inDay * 60 + Number(minute ?? 0);
}

const minuteOfPart = (part: string) => words.partsOfDay.find(([pattern]) => pattern.test(part))?.[1] ?? 12 * 60;
function shifted(text: string, minute: number): number {
  if (/\b(after|past|despues)\b/.test(text)) return minute + 30;
  if (/\b(until|till?|hasta)\b/.test(text)) return Math.max(0, minute - 1);
  return /\b(before|antes)\b/.test(text) ? Math.max(0, minute - 30) : minute;
}

const onDay = (weekday: number, minute?: number) => ({
  ask: minute === undefined ? { weekday } : { weekday, minute: Math.min(minute, 1439) },
  label: `Open ${capital(weekday)}${minute === undefined ? '' : ` at ${hourText(minute)}`}`,
});

/** Words for a time, which may follow a word for open. */
const rule = (words: string, read: Rule['read']): Rule => ({
  pattern: new RegExp(`\\b(?:${opening}\\s+)?(?:${words})`),
  read,
});
const byName = ({ pattern, at, label }: words.NamedTime): Rule => ({
  pattern: typeof pattern === 'string' ? rule(pattern, () => null).pattern : pattern,
  read: () => ({ ask: { at }, label }),
});
const atClock = (day: number, match: RegExpExecArray) => {
  const [hour = '', minutes, half] = match.slice(match[1] === undefined ? 4 : 1);
  const minute = minuteOf(hour, minutes, half, match[0]);
  return minute === null ? null : onDay(day, shifted(match[0], minute));
};
const atPart = (day: number, match: RegExpExecArray) => onDay(day, minuteOfPart(match[1] ?? ''));

/** Words for a day, and which it is when today is known; of each with a time, the time may stand before or after. */
const days: [string, (today: number) => number][] = [
  ...dayNames.map((day, weekday): (typeof days)[number] => [
    `(?:${day}s?|${spanishDays[weekday]}s?|${shortDays[weekday]}(?=\\s+(?:at |after |before |until |late|early|morn|after|even|night|noon|\\d)))`,
    () => weekday,
  ]),
  ['(?:tomorrow|manana(?= (?:a |en |por |temprano|\\d)))', (today) => (today + 1) % 7],
  ['(?:today|tonight|this evening|hoy|esta noche)', (today) => today],
];

const atTimes = ([name, dayOf]: (typeof days)[number]): Rule[] => {
  const long = `${maybeOpen}${name}`;
  return [
    rule(`(?:${relation}${clock}|${aClock})\\s+${long}\\b`, (match, today) => atClock(dayOf(today), match)),
    rule(`${long}\\s+(?:at\\s+|in the\\s+)?${partOfDay}\\b`, (match, today) => atPart(dayOf(today), match)),
    rule(`(early|late)\\s+${long}\\b`, (match, today) => atPart(dayOf(today), match)),
    rule(`${long}\\s+${relation}?${clock}\\b`, (match, today) => atClock(dayOf(today), match)),
  ];
};

/** The first that fits counts; longer ways to say it stand before shorter ones. */
const rules: Rule[] = [
  ...words.wholeDay.map(byName),
  ...days.flatMap(atTimes),
  ...dayNames.map((day, weekday) =>
    rule(`${opening}\\s+(?:on\\s+)?${shortDays[weekday]}\\b|${maybeOpen}(?:${day}|${spanishDays[weekday]})s?\\b`, () =>
      onDay(weekday),
    ),
  ),
  ...words.laterTimes.map(byName),
  // The meal stays in the search, and says the hour.
  { pattern: new RegExp(`\\b${opening}\\s+(?:for|para)(?=\\s+${words.meal})`), read: (_, today) => onDay(today) },
  rule(`(?:today\\s+)?${relation}${clock}\\b`, (match, today) => atClock(today, match)),
  rule(`${aClock}|(\\d{1,2}):(\\d\\d)\\b`, (match, today) => atClock(today, match)),
  rule(
    '((?:in the |this |at |before |after |until |till |en la |por la |al? |hasta )(?:early )?(?:morning|noon|midnight|work|manana|tarde|noche|mediodia|medianoche)|this afternoon|in the (?:afternoon|evening))\\b',
    (match, today) => atPart(today, match),
  ),
  byName(words.tomorrow),
  rule('early(?:\\s+(?:in the\\s+)?mornings?)?\\b|\\btemprano\\b', (_, today) => onDay(today, 7 * 60 + 30)),
  ...words.nearTimes.map(byName),
];

function atMeal(text: string, { ask, label }: Pick<FoundTime, 'ask' | 'label'>): Pick<FoundTime, 'ask' | 'label'> {
  // 'Coffee before 7' is before 7 AM.
  const isEarly = words.ofTheMorning.test(text) && 'weekday' in ask && ask.minute !== undefined && ask.minute >= 960;
  if (isEarly) return onDay(ask.weekday, (ask.minute ?? 0) - 720);
  const hour = words.meals.find(([pattern]) => pattern.test(text))?.[1];
  if (hour === undefined || !('weekday' in ask)) return { ask, label };
  // 'dinner sunday night' is at the hour of dinner, 'dinner sunday at 8' is not.
  const isVague = ask.minute === undefined || (Math.abs(ask.minute - hour) <= 60 && !/\d/.test(text));
  if (isVague || ask.minute === undefined) return onDay(ask.weekday, hour);
  // 'breakfast before 7' is before 7 AM.
  return hour < 720 && ask.minute >= 960 ? onDay(ask.weekday, ask.minute - 720) : { ask, label };
}

/** @param today the town's weekday, 0: Sunday */
export function readTime(text: string, today: number): FoundTime | null {
  const flat = flatten(text);
  // A place that is open then is the opposite of what was asked for.
  if (words.notOpen.test(flat)) return null;
  for (const { pattern, read } of rules) {
    const match = pattern.exec(flat);
    const meant = match && read(match, today);
    if (match && meant) return { ...atMeal(flat, meant), from: match.index, to: match.index + match[0].length };
  }
  return null;
}

/** The name in 'what time does tia nela open', which asks for its hours and no time; null: the text asks something else. */
export function readHoursOf(text: string): string | null {
  const flat = flatten(text);
  const match = words.hoursOf.map((pattern) => pattern.exec(flat)).find((found) => found !== null);
  const name = match?.groups?.['name'];
  if (match === undefined || name === undefined) return null;
  const from = match.index + match[0].indexOf(name);
  return readTime(name, 0) === null ? text.slice(from, from + name.length) : null;
}

/** An hour at which a place is to be open, or now: the town's matters have nothing to do with it. */
export const isOfOpening = ({ ask, from, to }: FoundTime, text: string): boolean =>
  ('at' in ask && (ask.at === 'now' || ask.at === 'late')) || opensThen.test(flatten(text.slice(from, to)));
const opensThen = new RegExp(`\\b${opening}\\b`);

export function readNearMe(text: string): FoundPart | null {
  const match = words.nearMe.exec(flatten(text));
  return match && { from: match.index, to: match.index + match[0].length };
}

const eveningStarts = 17 * 60;

/**
 * The day whose evening alone is meant, or belongs to the days: '2026-07-03'. That of tonight, of 'friday night', and the Friday
 * before a weekend, while it is to come.
 */
export function eveOf(ask: OpenAsk, today: string): string | null {
  const weekday = new Date(`${today}T00:00:00Z`).getUTCDay();
  if ('date' in ask) return null;
  if (!('at' in ask)) return isOfEvening(ask) ? addDays(today, (ask.weekday - weekday + 7) % 7) : null;
  if (ask.at === 'tonight') return today;
  return ask.at === 'weekend' && weekday >= 1 && weekday <= 5 ? addDays(today, 5 - weekday) : null;
}

const isOfEvening = ({ minute }: { minute?: number }) => minute !== undefined && minute >= eveningStarts;

/**
 * The whole days that somebody asks for, none for 'open 24 hours' and for an evening; `today` and the days as '2026-07-04'. A weekday
 * is the next one, today included.
 */
export function daysOf(ask: OpenAsk, today: string): string[] {
  const weekday = new Date(`${today}T00:00:00Z`).getUTCDay();
  const next = (day: number) => addDays(today, (day - weekday + 7) % 7);
  if ('date' in ask) return [ask.date];
  if (!('at' in ask)) return isOfEvening(ask) ? [] : [next(ask.weekday)];
  if (ask.at === 'tomorrow') return [addDays(today, 1)];
  // On a Sunday only today is left of the weekend.
  if (ask.at === 'weekend') return weekday === 0 ? [today] : [next(6), next(0)];
  return ask.at === '24h' || ask.at === 'tonight' ? [] : [today];
}
