/** When somebody wants a place to be open, as people type it in English and in Spanish. */
import { dayNames, type OpenAsk } from '../../list-query.ts';

export interface FoundPart {
  from: number;
  to: number;
}

export interface FoundTime extends FoundPart {
  ask: OpenAsk;
  label: string;
}

/** Lower case without accents, letter by letter, so that places in it are places in the text. */
function flatten(text: string): string {
  return [...text]
    .map((letter) =>
      letter.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().padEnd(letter.length).slice(0, letter.length),
    )
    .join('');
}

const spanishDays = ['domingo', 'lunes', 'martes', 'miercoles', 'jueves', 'viernes', 'sabado'];
const shortDays = ['sun', 'mon', 'tues?', 'wed', 'thu(?:rs?)?', 'fri', 'sat'];
const opening =
  '(?:(?:that(?:s| is)|who(?:s| is)|what(?:s| is)|is|are|still|currently|que esten?|esten?)\\s+)?(?:open(?:ed|s|ing)?|abiert[oa]s?|abren?|abra)(?:\\s+(?:on|at|en|el|los|la|las|a))*';
const maybeOpen = `(?:${opening}\\s+|(?:on|every|el|los|este|this)\\s+)?`;

interface Rule {
  pattern: RegExp;
  read: (match: RegExpExecArray, today: number) => { ask: OpenAsk; label: string } | null;
}

const hourText = (minute: number) => {
  const hour = Math.floor(minute / 60);
  const rest = minute % 60 === 0 ? '' : `:${String(minute % 60).padStart(2, '0')}`;
  return `${hour % 12 || 12}${rest} ${hour % 24 < 12 ? 'AM' : 'PM'}`;
};
const capital = (day: number) => `${dayNames[day]?.[0]?.toUpperCase()}${dayNames[day]?.slice(1)}`;

/** '7', '30', 'pm' are 1170. Without am or pm people mean the hours of the day. */
function minuteOf(hour: string, minute: string | undefined, half: string | undefined): number | null {
  const value = Number(hour);
  if (value > 23 || Number(minute ?? 0) > 59) return null;
  const isNight = half === undefined ? value >= 1 && value <= 7 : /^(p|de la (tarde|noche))/.test(half);
  const inDay = value < 13 ? (value % 12) + (isNight || (half === undefined && value === 12) ? 12 : 0) : value;
  return inDay * 60 + Number(minute ?? 0);
}

const partsOfDay: [RegExp, number][] = [
  [/morning|manana/, 9 * 60 + 30],
  [/\bnoon|mediodia|midday/, 12 * 60 + 15],
  [/afternoon|tarde/, 15 * 60],
  [/evening|night|noche/, 20 * 60],
];
const minuteOfPart = (part: string) => partsOfDay.find(([pattern]) => pattern.test(part))?.[1] ?? 12 * 60;
const partOfDay =
  '((?:early\\s+)?mornings?|afternoons?|evenings?|nights?|noon|(?:en |por |a )?(?:la |el )?(?:manana|tarde|noche|mediodia))';
const clock = '(\\d{1,2})(?::(\\d\\d))?\\s*(a\\.?m\\.?|p\\.?m\\.?|de la (?:manana|tarde|noche))?';
const relation =
  '(?:(?:at|by|around|a las?|after|past|until|till?|hasta(?: las?)?|before|despues de(?: las?)?|antes de(?: las?)?)\\s+)';

function shifted(text: string, minute: number): number {
  if (/\b(after|past|despues)\b/.test(text)) return minute + 30;
  if (/\b(until|till?|hasta)\b/.test(text)) return Math.max(0, minute - 1);
  return /\b(before|antes)\b/.test(text) ? Math.max(0, minute - 30) : minute;
}

const onDay = (weekday: number, minute?: number) => ({
  ask: minute === undefined ? { weekday } : { weekday, minute: Math.min(minute, 1439) },
  label: `Open ${capital(weekday)}${minute === undefined ? '' : ` at ${hourText(minute)}`}`,
});
const named = (at: Extract<OpenAsk, { at: string }>['at'], label: string) => () => ({ ask: { at }, label });

/** Words for a time, which may follow a word for open. */
const rule = (words: string, read: Rule['read']): Rule => ({
  pattern: new RegExp(`\\b(?:${opening}\\s+)?(?:${words})`),
  read,
});
const atClock = (day: number, match: RegExpExecArray) => {
  const minute = minuteOf(match[1] ?? '', match[2], match[3]);
  return minute === null ? null : onDay(day, shifted(match[0], minute));
};

function dayRules(): Rule[] {
  return dayNames.flatMap((day, weekday): Rule[] => {
    const long = `${maybeOpen}(?:${day}s?|${spanishDays[weekday]}s?)`;
    return [
      rule(`${long}\\s+(?:at\\s+)?${partOfDay}\\b`, (match) => onDay(weekday, minuteOfPart(match[1] ?? ''))),
      rule(`${long}\\s+${relation}?${clock}\\b`, (match) => atClock(weekday, match)),
      rule(`${opening}\\s+(?:on\\s+)?${shortDays[weekday]}\\b|${long}\\b`, () => onDay(weekday)),
    ];
  });
}

/** The first that fits counts; longer ways to say it stand before shorter ones. */
const rules: Rule[] = [
  rule(
    '(?:24\\s*/\\s*7|24\\s*-?\\s*(?:hours?|hrs?|h|horas)(?:\\s+a day)?|around the clock|all night(?: long)?|toda la noche)\\b',
    named('24h', 'Open 24 hours'),
  ),
  ...dayRules(),
  rule('(?:(?:until|till)\\s+late|hasta tarde|late(?:[\\s-]night)?|after hours)\\b', named('late', 'Open late')),
  { pattern: /\babiert[oa]s? tarde\b/, read: named('late', 'Open late') },
  rule(
    `${maybeOpen}(?:(?:over|on|for)\\s+)?(?:the\\s+)?(?:weekends?|(?:el |los )?fin(?:es)? de semana)\\b`,
    named('weekend', 'Open on the weekend'),
  ),
  rule(
    '(?:tonight|this evening|at night|por la noche|en la noche|esta noche|de noche)\\b',
    named('tonight', 'Open tonight'),
  ),
  rule(`(?:today\\s+)?${relation}${clock}\\b`, (match, today) => atClock(today, match)),
  rule('(\\d{1,2})(?::(\\d\\d))?\\s*(a\\.?m\\.?|p\\.?m\\.?)(?![a-z])', (match, today) => atClock(today, match)),
  rule('(?:tomorrow|manana)\\b(?! (?:lunch|breakfast))', named('tomorrow', 'Open tomorrow')),
  rule('early(?:\\s+(?:in the\\s+)?mornings?)?\\b|\\btemprano\\b', (_, today) => onDay(today, 7 * 60 + 30)),
  rule('(?:today|hoy)\\b', named('today', 'Open today')),
  rule('(?:right now|now|ahora(?: mismo| mero)?|ahorita)\\b', named('now', 'Open now')),
  {
    pattern:
      /\b(?:still|currently|what(?:s| is)|who(?:s| is)|is|are|que esta)\s+(?:open|abierto)\b|^open\b(?! (?:air|house|mic|mri|bible))|\bopen$|\babiert[oa]s?\b/,
    read: named('now', 'Open now'),
  },
];

/** A meal that is asked for on a day is meant at its hour. */
const meals: [RegExp, number][] = [
  [/\b(breakfast|desayunos?|desayunar)\b/, 8 * 60 + 30],
  [/\bbrunch\b/, 11 * 60],
  [/\b(lunch|almuerzos?|almorzar)\b/, 12 * 60 + 15],
  [/\b(dinner|supper|cena|cenar)\b/, 19 * 60],
];

function atMeal(text: string, { ask, label }: Pick<FoundTime, 'ask' | 'label'>): Pick<FoundTime, 'ask' | 'label'> {
  const hour = meals.find(([pattern]) => pattern.test(text))?.[1];
  if (hour === undefined || !('weekday' in ask)) return { ask, label };
  // 'breakfast before 7' is before 7 AM.
  if (ask.minute === undefined) return onDay(ask.weekday, hour);
  return hour < 720 && ask.minute >= 960 ? onDay(ask.weekday, ask.minute - 720) : { ask, label };
}

/** @param today the town's weekday, 0: Sunday */
export function readTime(text: string, today: number): FoundTime | null {
  const flat = flatten(text);
  for (const { pattern, read } of rules) {
    const match = pattern.exec(flat);
    const meant = match && read(match, today);
    if (match && meant) return { ...atMeal(flat, meant), from: match.index, to: match.index + match[0].length };
  }
  return null;
}

const nearMe =
  /\b(?:(?:that(?:s| is) )?(?:near|close to|by|around) (?:me|here|us)|near ?by|near my (?:house|location)|in (?:my|the) (?:area|neighborhood)|around the corner|close by|nearest|closest|cerca(?:n[oa]s?)?(?: de (?:mi|aqui|la casa))?|aqui cerca|por aqui)\b/;

export function readNearMe(text: string): FoundPart | null {
  const match = nearMe.exec(flatten(text));
  return match && { from: match.index, to: match.index + match[0].length };
}
