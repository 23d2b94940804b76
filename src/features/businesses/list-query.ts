/** Filters and orders in the address of a list of businesses. Unknown values count as not given. */
import { weekdays } from '#shared/city.ts';

const sorts = ['fit', 'distance', 'name', 'newest'] as const;
export type Sort = (typeof sorts)[number];

/** A moment or a stretch of time at which a business is to be open. */
export type OpenAsk =
  | { at: 'now' | 'today' | 'tonight' | 'tomorrow' | 'weekend' | 'late' | '24h' }
  /** 0: Sunday; `minute`: of the day; without it, any time that day. */
  | { weekday: number; minute?: number }
  /** A day by its date, '2026-12-24'; only a search asks for one. */
  | { date: string };

const namedTimes = ['now', 'today', 'tonight', 'tomorrow', 'weekend', 'late', '24h'] as const;
export const dayNames = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;

/** 'now', 'today', 'tonight', 'tomorrow', 'weekend', 'late', '24h', 'saturday' or 'saturday-19:00'; null for anything else. */
export function readOpen(text: string | undefined): OpenAsk | null {
  const value = text?.trim().toLowerCase() ?? '';
  const named = namedTimes.find((name) => name === value);
  if (named) return { at: named };
  const match = /^([a-z]+)(?:-([01]?\d|2[0-3]):([0-5]\d))?$/.exec(value);
  const weekday = dayNames.findIndex((name) => name === match?.[1]);
  const short = weekdays.findIndex((name) => name === match?.[1]);
  const day = weekday >= 0 ? weekday : short;
  if (!match || day < 0) return null;
  return match[2] === undefined ? { weekday: day } : { weekday: day, minute: Number(match[2]) * 60 + Number(match[3]) };
}

export interface Place {
  latitude: number;
  longitude: number;
}

/** '29.475,-98.488' or 'center', the town's own; null for anything else. */
export function readNear(text: string | undefined, center: Place): Place | null {
  const value = text?.trim().toLowerCase() ?? '';
  if (value === 'center') return center;
  const match = /^(-?\d{1,2}(?:\.\d{1,8})?)\s*,\s*(-?\d{1,3}(?:\.\d{1,8})?)$/.exec(value);
  if (!match) return null;
  const place = { latitude: Number(match[1]), longitude: Number(match[2]) };
  return Math.abs(place.latitude) <= 90 && Math.abs(place.longitude) <= 180 ? place : null;
}

/** Miles above 0, at most 500; null for anything else. */
export function readWithin(text: string | undefined): number | null {
  const miles = text !== undefined && /^\d{1,3}(\.\d{1,3})?$/.test(text.trim()) ? Number(text) : 0;
  return miles > 0 ? Math.min(miles, 500) : null;
}

/** Keys in lower case, each once, at most 20. */
export function readProperties(text: string | undefined): string[] {
  const keys = (text ?? '')
    .toLowerCase()
    .split(',')
    .map((key) => key.trim());
  return [...new Set(keys)].filter((key) => /^[a-z0-9][a-z0-9-]{0,39}$/.test(key)).slice(0, 20);
}

export function readSort(text: string | undefined): Sort {
  return sorts.find((name) => name === text?.trim().toLowerCase()) ?? 'fit';
}
