/** Reads the time at which a place is to be open or closed, in English and Spanish. */
import * as words from '#server/db/vocabulary/time-and-place-words.ts';
import { clockText } from '#shared/clock-text.ts';
import { addDays } from '#shared/dates.ts';
import { dayNames } from '../../list-query.ts';
import type { SearchedTime } from '../../open-window.ts';
import { readClock } from './clock-halves.ts';
import { flatten } from './flatten.ts';

export interface FoundPart {
  from: number;
  to: number;
}

export interface Meant {
  ask: SearchedTime;
  label: string;
  /** The same hour on any day: no day was said. */
  onSomeDay?: Meant;
}

export interface FoundTime extends FoundPart, Meant {
  /**
   * The same hour of the other half of the day, where it may be meant; `isLast`: only where nobody is open in this one. `isOfToday`: today
   * was said, or no day.
   */
  otherHalf?: Meant & { isLast: boolean; isOfToday: boolean };
}

const { aClock, clock, opening, partOfDay, relation, shortDays, spanishDays } = words;
const maybeOpen = `(?:${opening}\\s+|(?:on|every|any|during|el|los|este|this|next)\\s+)?`;

type Read = Omit<FoundTime, 'from' | 'to'>;
interface Rule {
  pattern: RegExp;
  read: (match: RegExpExecArray, on: { today: number; text: string }) => Read | null;
}

/** A weekday, several of which any counts, or, where none was said, null. */
type Days = number | readonly number[] | null;
/** Minutes of the day, from 1440 on in the night after it; with `until`, some of the minutes between. */
interface Hour {
  minute: number;
  until?: number;
  /** The hour in 'after 6', of which the minutes say the half hour after it; without it, `until` is the end of the evening. */
  after?: number;
}

const dayMinutes = 1440;
const allDays = [0, 1, 2, 3, 4, 5, 6];
const workDays = [1, 2, 3, 4, 5];

const hourText = (minute: number) => clockText(Math.floor(minute / 60) % 24, minute % 60).replace(':00', '');
const capital = (day: number) => `${dayNames[day]?.[0]?.toUpperCase()}${dayNames[day]?.slice(1)}`;
const isNight = ({ minute }: Hour) => minute >= dayMinutes;
const isEvening = ({ until, after }: Hour) => until !== undefined && after === undefined;
const clockOf = ({ minute, after }: Hour) =>
  after === undefined ? `at ${hourText(minute)}` : `after ${hourText(after)}`;
const minutesOf = ({ after: _, ...minutes }: Hour) => minutes;

export function onDay(weekday: number, hour?: Hour): Meant {
  if (hour === undefined) return { ask: { weekday }, label: `Open ${capital(weekday)}` };
  const ask = { weekday, ...minutesOf(hour) };
  if (isEvening(hour)) return { ask, label: `Open ${capital(weekday)} evening` };
  return { ask, label: `Open ${capital(weekday)}${isNight(hour) ? ' night' : ''} ${clockOf(hour)}` };
}

/** 'Open some days at 6:30 AM': a place is open then on one of the days at least. */
function onSome(days: readonly number[], hour?: Hour): Meant {
  const isAll = days.length === allDays.length;
  if (days.length === 2) {
    const then = hour && (isEvening(hour) ? ' evening' : ` ${clockOf(hour)}`);
    return {
      ask: { days, ...(hour && minutesOf(hour)) },
      label: `Open ${days.map(capital).join(' or ')}${then ?? ''}`,
    };
  }
  if (hour === undefined) return { ask: { days }, label: isAll ? 'Open' : 'Open on weekdays' };
  const of = isAll ? '' : 'weekday ';
  const ask = { days, ...minutesOf(hour) };
  if (isEvening(hour)) return { ask, label: `Open some ${of}evenings` };
  const name = isNight(hour) ? `${of}nights` : isAll ? 'days' : 'weekdays';
  return { ask, label: `Open some ${name} ${clockOf(hour)}` };
}

function at(days: Days, today: number, hour?: Hour): Meant {
  if (typeof days === 'number') return onDay(days, hour);
  return days === null ? { ...onDay(today, hour), onSomeDay: onSome(allDays, hour) } : onSome(days, hour);
}

/** The same hour on any day; null: a day was said. */
export function onAnyDay<T extends Meant>({ onSomeDay, ...when }: T): (Omit<T, 'onSomeDay'> & Meant) | null {
  return onSomeDay === undefined ? null : { ...when, ...onSomeDay };
}

/** 'After 6' is some time in the half hour after it, and no place that just closes; 'until 9' the minute before. */
function shifted(text: string, minute: number): Hour {
  if (/\b(after|past|despues)\b/.test(text)) return { minute: minute + 15, until: minute + 31, after: minute };
  if (/\b(until|till?|hasta)\b/.test(text)) return { minute: Math.max(0, minute - 1) };
  return { minute: /\b(before|antes)\b/.test(text) ? Math.max(0, minute - 30) : minute };
}

/** Words for a time, which may follow a word for open. */
const rule = (words: string, read: Rule['read']): Rule => ({
  pattern: new RegExp(`\\b(?:${opening}\\s+)?(?:${words})`),
  read,
});
const byName = ({ pattern, at, label }: words.NamedTime): Rule => ({
  pattern: typeof pattern === 'string' ? rule(pattern, () => null).pattern : pattern,
  read: () => ({ ask: { at }, label }),
});

function atClock(days: Days, match: RegExpExecArray, { today, text }: { today: number; text: string }): Read | null {
  const [near] = match;
  const time = readClock(match.slice(match[1] === undefined ? 4 : 1), { near, text });
  if (time === null) return null;
  const hour = (minute: number): Meant => at(days, today, shifted(near, minute));
  const { minute, other, isOtherLast } = time;
  if (other === null) return hour(minute);
  const isOfToday = days === null || /\b(?:today|hoy)\b/.test(near);
  return { ...hour(minute), otherHalf: { ...hour(other), isLast: isOtherLast, isOfToday } };
}

const hourOfPart = (part: string): Hour =>
  words.partsOfDay.find(([pattern]) => pattern.test(part))?.[1] ?? { minute: 12 * 60 };
const atPart = (days: Days, part: string, today: number) => at(days, today, hourOfPart(part));

/** Words for days, and which they are when today is known; of each with a time, the time may stand before or after. */
const days: [string, (today: number) => Days][] = [
  [words.workingDays, () => workDays],
  [words.everyDay, () => allDays],
  ...dayNames.map((day, weekday): (typeof days)[number] => [
    `(?:${day}s?|${spanishDays[weekday]}s?|${shortDays[weekday]}(?=\\s+(?:at |after |before |until |late|early|morn|after|even|night|noon|\\d)))`,
    () => weekday,
  ]),
  ['(?:tomorrow|manana(?= (?:a |en |por |temprano|\\d)))', (today) => (today + 1) % 7],
  ['(?:today|tonight|this evening|hoy|esta noche)', (today) => today],
];

const atTimes = ([name, daysOf]: (typeof days)[number]): Rule[] => {
  const long = `${maybeOpen}${name}`;
  const readHour: Rule['read'] = (match, on) => atClock(daysOf(on.today), match, on);
  const readPart: Rule['read'] = (match, { today }) => atPart(daysOf(today), match[1] ?? '', today);
  return [
    rule(`(?:${relation}${clock}|${aClock})\\s+${long}\\b`, readHour),
    rule(`${long}\\s+(?:at\\s+|in the\\s+)?${partOfDay}\\b`, readPart),
    rule(`(early|late)\\s+${long}\\b`, readPart),
    rule(`${long}\\s+${relation}?${clock}\\b`, readHour),
  ];
};

const dayWords = dayNames.map((day, weekday) => `${day}s?|${spanishDays[weekday]}s?|${shortDays[weekday]}`);
const aDay = `(${dayWords.join('|')})`;
const dayOfWord = (word: string) => dayWords.findIndex((each) => new RegExp(`^(?:${each})$`).test(word));

/** The first that fits counts; longer ways to say it stand before shorter ones. */
const rules: Rule[] = [
  ...words.wholeDay.map(byName),
  byName(words.daily),
  // 'Saturday or Sunday at 9' is about an hour.
  rule(
    `${maybeOpen}${aDay}\\s*(?:and|or|y|o|u|&|/)\\s*(?:on |el |los )?${aDay}\\b(?!\\s+(?:${words.relation}|${words.partOfDay}|\\d))`,
    ([, one = '', two = ''], { today }) => at([dayOfWord(one), dayOfWord(two)], today),
  ),
  ...days.flatMap(atTimes),
  rule(`${maybeOpen}${words.workingDays}\\b`, ([said], { today }) =>
    at(workDays, today, /nights?$/.test(said) ? hourOfPart('night') : undefined),
  ),
  ...dayNames.map((day, weekday) =>
    rule(`${opening}\\s+(?:on\\s+)?${shortDays[weekday]}\\b|${maybeOpen}(?:${day}|${spanishDays[weekday]})s?\\b`, () =>
      onDay(weekday),
    ),
  ),
  ...words.laterTimes.map(byName),
  // The meal stays in the search, and says the hour.
  {
    pattern: new RegExp(`\\b${opening}\\s+(?:for|para)(?=\\s+${words.meal})`),
    read: (_, { today }) => at(null, today),
  },
  rule(`${relation}${clock}\\b`, (match, on) => atClock(null, match, on)),
  rule(`${aClock}|(\\d{1,2}):(\\d\\d)\\b`, (match, on) => atClock(null, match, on)),
  rule(
    '((?:in the |this |at |before |after |past |until |till |en la |por la |antes del? |despues de(?:l| la)? |al? |hasta )(?:early )?(?:morning|noon|midnight|work|trabajo|trabajar|manana|tarde|noche|mediodia|medianoche)|this afternoon|in the (?:afternoon|evening))\\b',
    (match, { today }) => atPart(match[0].includes('this ') ? today : null, match[1] ?? '', today),
  ),
  byName(words.tomorrow),
  // 'AC repair midnight'.
  rule('(?<=\\S )(midnight|noon|medianoche|mediodia)$', (match, { today }) => atPart(null, match[1] ?? '', today)),
  rule(`early\\b${words.notEarlyAs}(?:\\s+(?:in the\\s+)?mornings?)?\\b|\\btemprano\\b`, (_, { today }) =>
    atPart(null, 'early', today),
  ),
  ...words.nearTimes.map(byName),
];

/** A meal without an hour is at its own. */
function atMeal(text: string, meant: Read, today: number): Read {
  const minute = words.meals.find(([pattern]) => pattern.test(text))?.[1];
  const { ask } = meant;
  if (minute === undefined || !('weekday' in ask || 'days' in ask)) return meant;
  // 'dinner sunday night' is at the hour of dinner, 'dinner sunday at 8' is not.
  const isVague = ask.minute === undefined || (Math.abs(ask.minute - minute) <= 60 && !/\d/.test(text));
  if (!isVague) return meant;
  return at(meant.onSomeDay ? null : 'days' in ask ? ask.days : ask.weekday, today, { minute });
}

/** @param today the town's weekday, 0: Sunday */
export function readTime(text: string, today: number): FoundTime | null {
  const flat = flatten(text);
  // Closing early is no early hour.
  const early = words.closesEarly.exec(flat);
  if (early) return readTime(blank(flat, early), today);
  const notClosed = words.notClosed.exec(flat);
  if (notClosed) return saidOutright(readTime(asOpen(flat, notClosed), today), flat);
  const closed = words.closed.exec(flat);
  if (closed) return readClosed(flat, closed, today);
  for (const { pattern, read } of rules) {
    const match = pattern.exec(flat);
    const meant = match && read(match, { today, text: flat });
    if (match && meant) return { ...atMeal(flat, meant, today), from: match.index, to: match.index + match[0].length };
  }
  return null;
}

/** 'Not closed sunday' as 'open       sunday': the places of the words in the text stay. */
const asOpen = (flat: string, said: RegExpExecArray) => blank(flat, said, 'open');

const blank = (flat: string, { index, 0: { length } }: RegExpExecArray, word = '') =>
  `${flat.slice(0, index)}${word.padEnd(length)}${flat.slice(index + length)}`;

/** 'Permanently closed' is about no time, and 'never closed' not about now. */
const saidOutright = (found: FoundTime | null, flat: string) =>
  found && 'at' in found.ask && found.ask.at === 'now' && !words.saysNow.test(flat) ? null : found;

/** 'Closed sunday', 'not open today'; 'does not open' alone is about a thing. */
function readClosed(flat: string, said: RegExpExecArray, today: number): FoundTime | null {
  const found = saidOutright(readTime(asOpen(flat, said), today), flat);
  if (found === null) return null;
  const { ask, label, from, to } = found;
  if ('closed' in ask || 'days' in ask || ('at' in ask && (ask.at === '24h' || ask.at === 'daily'))) return null;
  const end = said.index + said[0].length;
  const isBeside = flat.slice(Math.min(to, end), Math.max(from, said.index)).trim() === '';
  const part = isBeside ? { from: Math.min(from, said.index), to: Math.max(to, end) } : { from, to };
  return { ask: { closed: ask }, label: label.replace(/^Open/, 'Closed'), ...part };
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
  !('closed' in ask) &&
  (('at' in ask && (ask.at === 'now' || ask.at === 'late')) || opensThen.test(flatten(text.slice(from, to))));
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
export function eveOf(ask: SearchedTime, today: string): string | null {
  const weekday = new Date(`${today}T00:00:00Z`).getUTCDay();
  if ('weekday' in ask) return isOfEvening(ask) ? addDays(today, (ask.weekday - weekday + 7) % 7) : null;
  if (!('at' in ask)) return null;
  if (ask.at === 'tonight') return today;
  return ask.at === 'weekend' && weekday >= 1 && weekday <= 5 ? addDays(today, 5 - weekday) : null;
}

const isOfEvening = ({ minute }: { minute?: number }) => minute !== undefined && minute >= eveningStarts;

/**
 * The whole days that somebody asks for, none for 'open 24 hours', an evening, or any day; `today` and the days as '2026-07-04'. A
 * weekday is the next one, today included.
 */
export function daysOf(ask: SearchedTime, today: string): string[] {
  const weekday = new Date(`${today}T00:00:00Z`).getUTCDay();
  const next = (day: number) => addDays(today, (day - weekday + 7) % 7);
  if ('date' in ask) return [ask.date];
  if ('weekday' in ask) return isOfEvening(ask) ? [] : [next(ask.weekday)];
  if ('days' in ask) return ask.days.length === 2 && ask.minute === undefined ? ask.days.map(next) : [];
  if ('closed' in ask) return daysOf(ask.closed, today);
  if (ask.at === 'tomorrow') return [addDays(today, 1)];
  // On a Sunday only today is left of the weekend.
  if (ask.at === 'weekend') return weekday === 0 ? [today] : [next(6), next(0)];
  return ask.at === '24h' || ask.at === 'tonight' || ask.at === 'daily' ? [] : [today];
}
