/** Converts between instants and a form's date and time, which is in the city's local time. */
import { floatingMs } from '#shared/clock.ts';
import { formatLongDate, formatTime, instantAtFloating } from '#shared/dates.ts';

/** '2026-07-04T19:00' */
export function fieldOf(instant: string | null, timeZone: string): string {
  return instant === null ? '' : new Date(floatingMs(instant, timeZone)).toISOString().slice(0, 16);
}

/** Null for an empty field; an unreadable one stays as it is, so that the form's check refuses it. */
export function instantOf(field: string, timeZone: string): string | null {
  if (field === '') return null;
  const floating = Date.parse(`${field}Z`);
  return Number.isNaN(floating) ? field : instantAtFloating(floating, timeZone).toISOString();
}

/** 'Saturday, July 4, 7:00 PM' */
export function momentText(instant: string, timeZone: string): string {
  return `${formatLongDate(instant, timeZone, new Date().toISOString().slice(0, 4))}, ${formatTime(instant, timeZone)}`;
}
