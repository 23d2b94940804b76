import { weekdays } from '#shared/city.ts';
import { hoursClashes } from '#shared/hours-clashes.ts';
import type { OpeningHours } from '#shared/opening-hours.ts';

type Weekday = (typeof weekdays)[number];

const dayMinutes = 24 * 60;
const dayNames = ['su', 'mo', 'tu', 'we', 'th', 'fr', 'sa'];

/** Parses 'Mo-Fr' and 'Sa,Su' into weekday numbers, also across the week's end; null for anything else. */
function parseDays(text: string): number[] | null {
  const days: number[] = [];
  for (const part of text.toLowerCase().split(/\s*,\s*/)) {
    const [from = '', to = from] = part.split(/\s*-\s*/);
    const first = dayNames.indexOf(from);
    const last = dayNames.indexOf(to);
    if (first < 0 || last < 0) return null;
    for (let day = first; ; day = (day + 1) % 7) {
      days.push(day);
      if (day === last) break;
    }
  }
  return days;
}

/** Pairs of times; the second may reach 48:00 when it is after midnight. */
function parseTimes(text: string): [from: number, to: number][] | null {
  const ranges: [number, number][] = [];
  for (const part of text.split(/\s*,\s*/)) {
    const match = part.match(/^(\d{1,2}):(\d{2})\s*-\s*(\d{1,2}):(\d{2})$/);
    if (!match) return null;
    const [fromHour = 0, fromMinute = 0, toHour = 0, toMinute = 0] = match.slice(1).map(Number);
    const from = fromHour * 60 + fromMinute;
    let to = toHour * 60 + toMinute;
    if (fromHour > 23 || fromMinute > 59 || toMinute > 59 || to > 30 * 60) return null;
    if (to <= from) to += dayMinutes;
    ranges.push([from, to]);
  }
  return ranges;
}

const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

/** A range of a whole day says only that it never closes. */
function clashes(byDay: ReadonlyMap<number, [from: number, to: number][]>): boolean {
  const asWritten: OpeningHours = {};
  for (const [day, ranges] of byDay) {
    const name = weekdays[day];
    const parts = ranges.filter(([from, to]) => to - from < dayMinutes);
    if (name) asWritten[name] = parts.map(([from, to]) => [clock(from), clock(to > dayMinutes ? to - dayMinutes : to)]);
  }
  return Object.keys(hoursClashes(asWritten)).length > 0;
}

/**
 * Parses the common part of OpenStreetMap's opening_hours: weekdays, times, 'off' and '24/7'. Later rules
 * replace earlier ones of the same day; rules for holidays are ignored. Null for seasons, comments, sunsets
 * and the like; 'clash' for hours that run into the next opening.
 */
export function parseOpeningHours(text: string): OpeningHours | 'clash' | null {
  if (text.trim() === '24/7') {
    return Object.fromEntries(weekdays.map((day): [Weekday, [string, string][]] => [day, [['00:00', '24:00']]]));
  }
  const byDay = new Map<number, [from: number, to: number][]>();
  const rules = text.split(';').map((rule) => rule.trim());
  for (const rule of rules) {
    if (rule === '' || /^(?:PH|SH)\b/i.test(rule)) continue;
    const match = rule.match(/^((?:[A-Za-z]{2}(?:\s*[,-]\s*)?)*)\s*(off|closed|[\d:,\s-]+)$/i);
    if (!match) return null;
    const days = match[1] ? parseDays(match[1].replace(/(?:,\s*)?PH\s*$/i, '').trim()) : [0, 1, 2, 3, 4, 5, 6];
    const times = /^(?:off|closed)$/i.test(match[2] ?? '') ? [] : parseTimes((match[2] ?? '').trim());
    if (!days || !times) return null;
    for (const day of days) byDay.set(day, times);
  }
  if (byDay.size === 0) return null;
  if (clashes(byDay)) return 'clash';
  const hours: Partial<Record<Weekday, [string, string][]>> = {};
  const add = (day: number, from: number, to: number) => {
    const name = weekdays[day % 7];
    if (name) hours[name] = [...(hours[name] ?? []), [clock(from), clock(to)]];
  };
  for (const [day, ranges] of byDay) {
    for (const [from, to] of ranges) {
      add(day, from, Math.min(to, dayMinutes));
      if (to > dayMinutes) add(day + 1, 0, to - dayMinutes);
    }
  }
  for (const ranges of Object.values(hours)) {
    if (ranges.length > 4) return null;
    ranges.sort(([a], [b]) => a.localeCompare(b));
  }
  return hours;
}
