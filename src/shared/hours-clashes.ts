import { weekdays } from './city.ts';
import { clockText } from './clock-text.ts';
import type { OpeningHours } from './opening-hours.ts';

type Weekday = (typeof weekdays)[number];

export const weekdayNames: Record<Weekday, string> = {
  sun: 'Sunday',
  mon: 'Monday',
  tue: 'Tuesday',
  wed: 'Wednesday',
  thu: 'Thursday',
  fri: 'Friday',
  sat: 'Saturday',
};

const dayMinutes = 24 * 60;

interface Stretch {
  day: Weekday;
  /** Its place among those of its day. */
  place: number;
  /** Minutes from Sunday's first. */
  opens: number;
  closes: number;
}

function minutesOf(clock: string): number {
  const [hour = 0, minute = 0] = clock.split(':').map(Number);
  return hour * 60 + minute;
}

export const timeText = (clock: string) => clockText(Math.floor(minutesOf(clock) / 60), minutesOf(clock) % 60);

/** Closes on the next day, after its first minute. */
const isOvernight = (from: string, to: string) => to < from && to !== '00:00';

/** 'Closes Tuesday at 9:00 AM, the next day'; null for hours that end on their own day, and for half-typed ones. */
export function overnightText(day: Weekday, from: string, to: string): string | null {
  if (from === '' || to === '' || !isOvernight(from, to)) return null;
  return `Closes ${nextDayName(day)} at ${timeText(to)}, the next day`;
}

/** Longer than any place in town is open in one go; the slip is a morning's hour where the evening's was meant. */
const doubtfulMinutes = 16 * 60;

/** '17:00' for hours that run through the night for longer than that, where twelve hours earlier fits; null for all others. */
export function likelyClosing(from: string, to: string): string | null {
  if (from === '' || to === '' || !isOvernight(from, to)) return null;
  const evening = minutesOf(to) + 12 * 60;
  const isDoubtful = minutesOf(to) + dayMinutes - minutesOf(from) > doubtfulMinutes;
  if (!isDoubtful || evening <= minutesOf(from) || evening >= dayMinutes) return null;
  return `${String(Math.floor(evening / 60)).padStart(2, '0')}:${to.slice(3)}`;
}

const nextDayName = (day: Weekday) => weekdayNames[weekdays[(weekdays.indexOf(day) + 1) % 7] ?? day];

function stretchesOf(hours: OpeningHours): Stretch[] {
  return weekdays
    .flatMap((day, at) =>
      (hours[day] ?? []).map(([from, to], place) => {
        const start = at * dayMinutes;
        const closes = start + minutesOf(to) + (to > from ? 0 : dayMinutes);
        return { day, place, opens: start + minutesOf(from), closes };
      }),
    )
    .toSorted((a, b) => a.opens - b.opens);
}

/** Each stretch with the one after it, also from Saturday to Sunday; the hours of a night may not even touch the next opening. */
function findClashes(hours: OpeningHours): [Stretch, Stretch][] {
  const stretches = stretchesOf(hours);
  return stretches.flatMap((one, at): [Stretch, Stretch][] => {
    const following = stretches[(at + 1) % stretches.length];
    if (following === undefined || following === one) return [];
    const opens = following.opens + (at + 1 < stretches.length ? 0 : 7 * dayMinutes);
    const touches = one.closes === opens && following.day !== one.day && one.closes % dayMinutes !== 0;
    return one.closes > opens || touches ? [[one, following]] : [];
  });
}

/** One sentence for each weekday whose hours run into the next opening: what is wrong, and what was probably meant. */
export function hoursClashes(hours: OpeningHours): Partial<Record<Weekday, string>> {
  const texts: Partial<Record<Weekday, string>> = {};
  for (const [{ day, place }, following] of findClashes(hours)) {
    texts[day] ??=
      following.day === day
        ? `Two of ${weekdayNames[day]}'s hours overlap. Please change one of them.`
        : `${weekdayNames[day]}'s hours run into ${weekdayNames[following.day]}'s. ${adviceOn(hours, day, place)}`;
  }
  return texts;
}

/** Opening and closing time in each other's place are the usual slip, where that gives a day that fits. */
function adviceOn(hours: OpeningHours, day: Weekday, place: number): string {
  const ranges = hours[day] ?? [];
  const [from, to] = ranges[place] ?? ['', ''];
  const swapped = ranges.map((range, at): [string, string] => (at === place ? [to, from] : range));
  const isMeant = isOvernight(from, to) && !findClashes({ ...hours, [day]: swapped }).some(([one]) => one.day === day);
  return isMeant ? `Did you mean ${timeText(to)} to ${timeText(from)}?` : 'Please change one of them.';
}
