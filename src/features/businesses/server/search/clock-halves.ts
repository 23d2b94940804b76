/** Tells the half of the day that somebody means by an hour without 'am' or 'pm'. */
import * as words from '#server/db/vocabulary/time-and-place-words.ts';

interface ClockTime {
  /** Counted from the start of the day; from 1440 on in the night after it. */
  minute: number;
  /** The same hour of the other half, where it may be meant. */
  other: number | null;
  /** The other half is meant only where nobody is open in this one. */
  isOtherLast: boolean;
}

const noon = 12 * 60;
const day = 24 * 60;
/** 'Friday until 2 AM' is in the night after Friday, 'Friday at 4 AM' is early on Friday. */
const nightEnds = 4 * 60;

const untils = /\b(?:past|until|till?|hasta)\b/;
const afters = /\b(?:after|despues)\b/;
const befores = /\b(?:before|antes)\b/;
const opensAt =
  /\b(?:opens|opening|abren?)\s+(?:at|by|around|before|a las?|antes)\b|\b(?:open|abiert[oa]s?)\b.*\b(?:before|antes)\b/;
const ofNight = /\b(?:tonight|nights?|noches?|evenings?|afternoons?)\b|\b(?:la|esta|en) (?:tarde|noche)\b/;
const ofMorning = /\bmornings?\b|\b(?:la|en) manana\b/;

const certain = (minute: number): ClockTime => ({
  minute: minute < nightEnds ? minute + day : minute,
  other: null,
  isOtherLast: false,
});

/** Meals say their half: dinner is at 7 PM. The first number is the earliest hour before noon. */
const mealHalves: [RegExp, number][] = [
  [/\b(?:breakfast|desayunos?|desayunar)\b/, 4],
  [/\b(?:brunch)\b/, 8],
  [/\b(?:lunch|almuerzos?|almorzar)\b/, 10],
  [/\b(?:dinner|supper|cena|cenar)\b/, 12],
];

/** @param hour 1 to 12 @param minute past that hour */
function withoutHalf(hour: number, minute: number, { near, text }: Said): ClockTime {
  const morning = (hour % 12) * 60 + minute;
  const evening = morning + noon;
  const night = morning + day;
  const isSmall = hour === 12 || hour < 4;
  if (ofNight.test(near)) return certain(isSmall && !/afternoon|tarde/.test(near) ? night : evening);
  if (ofMorning.test(near) || (opensAt.test(text) && hour >= 4 && hour < 12)) return certain(morning);
  const earliest = mealHalves.find(([meal]) => meal.test(text))?.[1];
  if (earliest !== undefined) return certain(hour >= earliest && hour < 12 ? morning : evening);
  if (untils.test(near)) return isSmall ? { minute: night, other: evening, isOtherLast: true } : certain(evening);
  if (afters.test(near) || (words.ofTheEvening.test(text) && hour >= 4 && hour < 12)) return certain(evening);
  const isEarly = words.ofTheMorning.test(text) && hour >= 5 && hour < 12;
  if (isEarly) return { minute: morning, other: evening, isOtherLast: true };
  if (hour === 12) return certain(evening);
  return hour < 8
    ? { minute: evening, other: hour < 4 ? null : morning, isOtherLast: false }
    : { minute: morning, other: evening, isOtherLast: befores.test(near) };
}

interface Said {
  /** The words that say the time. */
  near: string;
  /** The whole search. */
  text: string;
}

/** '7', '30', 'pm' are 1170; null: there is no such time. */
export function readClock(
  [hour = '', minutes = '0', half]: readonly (string | undefined)[],
  said: Said,
): ClockTime | null {
  const value = Number(hour);
  const minute = Number(minutes);
  if (value > 23 || minute > 59) return null;
  if (half !== undefined && value <= 12 && value > 0) {
    const inMorning = (value % 12) * 60 + minute;
    const isLateNight = /night|noche/.test(half) && (value === 12 || value < 4);
    return certain(words.secondHalf.test(half) && !isLateNight ? inMorning + noon : inMorning);
  }
  // '17', '0:30' and '07:30' are of 24 hours.
  const isOfDay = value > 12 || hour.startsWith('0');
  return isOfDay ? certain(value * 60 + minute) : withoutHalf(value, minute, said);
}
