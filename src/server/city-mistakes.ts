/** Values of city.json that have the right shape and are nevertheless wrong, each with the value that was probably meant. */
import { floatingMs } from '#shared/clock.ts';
import { farMiles, milesBetween } from '#shared/miles-between.ts';
import { formatDollars } from '#shared/money.ts';
import { usualPrices } from '#shared/prices.ts';
import { hourMs } from '#shared/times.ts';
import type { CityFacts } from './city-pack-schema.ts';
import { nearestWord } from './letter-distance.ts';

export interface Mistake {
  /** The field, with a dot before each part. */
  path: string;
  /** Completes the sentence that begins with the field. */
  text: string;
}

/** The time zone of most people in each state, by the state's postal code. */
const zonesOfStates: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({
    'America/New_York': 'CT DC DE FL GA IN KY MA MD ME MI NC NH NJ NY OH PA RI SC VA VT WV',
    'America/Chicago': 'AL AR IA IL KS LA MN MO MS ND NE OK SD TN TX WI',
    'America/Denver': 'CO ID MT NM UT WY',
    'America/Phoenix': 'AZ',
    'America/Los_Angeles': 'CA NV OR WA',
    'America/Anchorage': 'AK',
    'Pacific/Honolulu': 'HI',
    'America/Puerto_Rico': 'PR',
  }).flatMap(([zone, states]) => states.split(' ').map((state) => [state, zone])),
);

const meant = (value: string | undefined) => (value === undefined ? '' : `. Is ${value} meant?`);

/** An offset such as +05:00 is no zone: it knows no daylight saving time, and PostgreSQL reads its sign the other way. */
function isTimeZone(name: string): boolean {
  try {
    return /^[a-z]/i.test(name) && new Intl.DateTimeFormat('en-US', { timeZone: name }) !== null;
  } catch {
    return false;
  }
}

function isLanguage(tag: string): boolean {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(tag).length > 0;
  } catch {
    return false;
  }
}

const isCountry = (code: string) =>
  /^[A-Z]{2}$/.test(code) && new Intl.DisplayNames('en', { type: 'region', fallback: 'none' }).of(code) !== undefined;

function timeZoneMistake({ timeZone, country, region }: Record<string, unknown>): string | null {
  if (typeof timeZone !== 'string' || isTimeZone(timeZone)) return null;
  const known = Intl.supportedValuesOf('timeZone');
  // 'USA' is a mistake of its own.
  const isInStates = typeof country === 'string' && /^us/i.test(country);
  const ofState = isInStates && typeof region === 'string' ? zonesOfStates[region.toUpperCase()] : undefined;
  const near = nearestWord(timeZone, known) ?? ofState;
  return `is ${JSON.stringify(timeZone)}, allowed is the IANA name of a time zone such as America/Chicago${meant(near)}`;
}

function languageMistake({ language, country }: Record<string, unknown>): string | null {
  if (typeof language !== 'string' || isLanguage(language)) return null;
  const near = [language.replaceAll('_', '-'), `en-${String(country).slice(0, 2)}`, 'en-US'].find(isLanguage);
  return `is ${JSON.stringify(language)}, allowed is a language tag such as en-US${meant(near)}`;
}

function countryMistake({ country }: Record<string, unknown>): string | null {
  if (typeof country !== 'string' || isCountry(country)) return null;
  const near = country.trim().slice(0, 2).toUpperCase();
  return `is ${JSON.stringify(country)}, allowed is the code of a country in two capital letters, such as US${meant(isCountry(near) ? near : undefined)}`;
}

interface Position {
  latitude: number;
  longitude: number;
}

function positionIn(value: unknown): Position | null {
  const { latitude, longitude } = (value ?? {}) as Partial<Record<keyof Position, unknown>>;
  return typeof latitude === 'number' && typeof longitude === 'number' ? { latitude, longitude } : null;
}

const shown = ({ latitude, longitude }: Position) => `latitude ${latitude}, longitude ${longitude}`;

/** No place of the world keeps a clock that is further from its sun: the west of China is 3 hours off. */
const maxHoursFromSun = 4;
const january = new Date('2026-01-01T00:00:00Z');

function isInZone({ longitude }: Position, timeZone: string | null): boolean {
  if (timeZone === null) return true;
  const ahead = (floatingMs(january, timeZone) - january.getTime()) / hourMs;
  const hours = longitude / 15 - ahead;
  // Around the date line a clock is a day off.
  return Math.abs(((hours + 36) % 24) - 12) <= maxHoursFromSun;
}

const isOnEarth = ({ latitude, longitude }: Position) => Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;

/** The position that was probably meant: with the other sign, or the other way around. */
function nearPosition({ latitude, longitude }: Position, timeZone: string | null): string | undefined {
  const others = [
    { latitude, longitude: -longitude },
    { latitude: longitude, longitude: latitude },
  ];
  const near = others.find((one) => isOnEarth(one) && isInZone(one, timeZone));
  return near && shown(near);
}

function positionMistake(position: Position, timeZone: string | null): string | null {
  if (isOnEarth(position)) return null;
  const rule = 'allowed is a latitude from -90 to 90 and a longitude from -180 to 180';
  return `is ${shown(position)}, ${rule}${meant(nearPosition(position, timeZone))}`;
}

/** @param value city.json as it was written */
export function cityMistakes(value: unknown): Mistake[] {
  if (typeof value !== 'object' || value === null) return [];
  const facts = value as Record<string, unknown>;
  const zone = typeof facts.timeZone === 'string' && isTimeZone(facts.timeZone) ? facts.timeZone : null;
  const found: [path: string, text: string | null][] = [
    ['timeZone', timeZoneMistake(facts)],
    ['language', languageMistake(facts)],
    ['country', countryMistake(facts)],
    ...(['geo', 'center'] as const).map((path): [string, string | null] => {
      const position = positionIn(facts[path]);
      return [path, position && positionMistake(position, zone)];
    }),
  ];
  return found.flatMap(([path, text]) => (text === null ? [] : [{ path, text }]));
}

/** A year for less than a month, or for more than twelve: hardly meant, and visitors would pay it. */
function priceDoubts({ premiumMonth, premiumYear }: CityFacts['prices']): Mistake[] {
  const saved = premiumMonth * 12 - premiumYear;
  if (premiumYear >= premiumMonth && saved >= 0) return [];
  const shown = `${formatDollars(premiumMonth)} a month or ${formatDollars(premiumYear)} a year`;
  const saving = saved > 0 ? ` (save ${formatDollars(saved)})` : '';
  const odd = saved < 0 ? 'a year that costs more than twelve months' : 'a year that costs less than a month';
  const usual = premiumYear === usualPrices.premiumYear ? ' (the usual amount)' : '';
  const text = `is ${premiumYear}${usual}, ${odd}. Visitors would read: Premium, ${shown}${saving}. Amounts are in cents`;
  return [{ path: 'prices.premiumYear', text }];
}

type DoubtfulFacts = Pick<CityFacts, 'timeZone' | 'geo' | 'center' | 'prices'>;

/**
 * Values that are allowed and hardly right. A site starts with them, since the doubt may be wrong.
 * @param facts of a pack without mistakes
 */
export const cityDoubts = (facts: DoubtfulFacts): Mistake[] => [...positionDoubts(facts), ...priceDoubts(facts.prices)];

function positionDoubts({ timeZone, geo, center }: DoubtfulFacts): Mistake[] {
  const places = { geo, center };
  const doubts = Object.entries(places).flatMap(([path, position]) => {
    if (isInZone(position, timeZone)) return [];
    const near = nearPosition(position, timeZone);
    return [{ path, text: `is ${shown(position)}, which is not in the time zone ${timeZone}${meant(near)}` }];
  });
  if (doubts.length > 0 || milesBetween(geo, center) <= farMiles) return doubts;
  const text = `is ${shown(center)}, and geo is ${shown(geo)}, over 100 km away. Which of them is mistyped?`;
  return [{ path: 'center', text }];
}
