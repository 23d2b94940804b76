/** Reads the times of an iCalendar file: start, end, and the dates that an event has or lacks besides its rule. */
import ICAL from 'ical.js';
import { floatingMs } from '#shared/clock.ts';
import { dayOf, instantAtFloating } from '#shared/dates.ts';
import { dayMs } from '#shared/times.ts';
import { expandRule } from './expand-rule.ts';
import type { EventValues } from './plan-event.ts';

/** The time zones that the times of a file are read in. */
export interface CalendarZones {
  /** Time zone of the city. */
  timeZone: string;
  /** Time zones that the file itself describes. */
  zones: Map<string, ICAL.Timezone>;
}

export interface FileTime {
  instant: Date;
  isDate: boolean;
  /** The zone of the rule. */
  zone: string;
  note: string | null;
}

/** The time of a property; null when it has none. */
export function timeOf(property: ICAL.Property | null, { timeZone, zones }: CalendarZones): FileTime | null {
  const value = property?.getFirstValue();
  if (!property || !(value instanceof ICAL.Time)) return null;
  const floating = Date.UTC(value.year, value.month - 1, value.day, value.hour, value.minute, value.second);
  if (value.isDate) {
    return { instant: instantAtFloating(floating, timeZone), isDate: true, zone: timeZone, note: null };
  }
  const tzid = property.getParameter('tzid');
  const at = (instant: Date, zone: string, note: string | null = null) => ({ instant, isDate: false, zone, note });
  if (value.zone === ICAL.Timezone.utcTimezone) return at(new Date(floating), 'UTC');
  if (typeof tzid !== 'string' || tzid === '') return at(instantAtFloating(floating, timeZone), timeZone);
  const name = zoneName(tzid);
  if (name !== null) return at(instantAtFloating(floating, name), name);
  const zone = zones.get(tzid);
  if (zone !== undefined) return at(new Date(floating - zone.utcOffset(value) * 1000), tzid);
  const note = `Its time zone “${tzid.slice(0, 60)}” is not known, so its hours are taken as the city's.`;
  return at(instantAtFloating(floating, timeZone), timeZone, note);
}

/**
 * The zone's name as Intl knows it: '/freeassociation.sourceforge.net/America/Chicago' is America/Chicago.
 */
function zoneName(tzid: string): string | null {
  const name = /[A-Za-z_]+\/[A-Za-z_]+(?:\/[A-Za-z_]+)?$/.exec(tzid)?.[0] ?? tzid;
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}

/** The end of an event, from DTEND or DURATION; null when it has none of its own. */
export function endOf(part: ICAL.Component, start: FileTime, calendar: CalendarZones): Date | null {
  const end = timeOf(part.getFirstProperty('dtend'), calendar);
  const duration = part.getFirstPropertyValue('duration');
  const endsAt =
    end?.instant ??
    (duration instanceof ICAL.Duration ? new Date(start.instant.getTime() + duration.toSeconds() * 1000) : null);
  if (endsAt === null || endsAt <= start.instant) return null;
  const lengthMs = floatingMs(endsAt, calendar.timeZone) - floatingMs(start.instant, calendar.timeZone);
  return start.isDate && lengthMs <= dayMs ? null : endsAt;
}

/** The days that EXDATE takes out of the rule; the last 200. */
export function skippedDays(part: ICAL.Component, calendar: CalendarZones): string[] {
  const days = listedTimes(part, 'exdate', calendar).map(({ instant }) => dayOf(instant, calendar.timeZone));
  return [...new Set(days)].toSorted().slice(-200);
}

/** All values of EXDATE or RDATE; for a period, its start. */
function listedTimes(part: ICAL.Component, name: string, calendar: CalendarZones): FileTime[] {
  return part.getAllProperties(name).flatMap((property) =>
    property.getValues().flatMap((listed): FileTime[] => {
      const value: unknown = listed instanceof ICAL.Period ? listed.start : listed;
      if (!(value instanceof ICAL.Time)) return [];
      const one = new ICAL.Property(name);
      const tzid = property.getParameter('tzid');
      if (typeof tzid === 'string') one.setParameter('tzid', tzid);
      one.setValue(value);
      const time = timeOf(one, calendar);
      return time === null ? [] : [time];
    }),
  );
}

const maxExtras = 50;

/** The times that RDATE adds to the rule; each is as long as the others. */
export function extraTimes(
  part: ICAL.Component,
  { startsAt, endsAt, values }: { startsAt: Date; endsAt: Date | null; values: EventValues },
  calendar: CalendarZones,
): { startsAt: Date; endsAt: Date | null }[] {
  const { timeZone } = calendar;
  const lengthMs = endsAt === null ? null : endsAt.getTime() - startsAt.getTime();
  const taken = new Set([dayOf(startsAt, timeZone), ...skippedDays(part, calendar)]);
  const extras: { startsAt: Date; endsAt: Date | null }[] = [];
  for (const { instant } of listedTimes(part, 'rdate', calendar)) {
    const day = dayOf(instant, timeZone);
    if (taken.has(day) || isUsual(values, day, timeZone)) continue;
    taken.add(day);
    extras.push({ startsAt: instant, endsAt: lengthMs === null ? null : new Date(instant.getTime() + lengthMs) });
  }
  return extras.slice(0, maxExtras);
}

function isUsual(values: EventValues, day: string, timeZone: string): boolean {
  if (!values.rule) return false;
  const noon = Date.parse(`${day}T12:00:00Z`);
  const around = [new Date(noon - 2 * dayMs), new Date(noon + 2 * dayMs)] as const;
  const series = { startsAt: values.startsAt, endsAt: values.endsAt ?? null, rule: values.rule };
  return expandRule(series, timeZone, ...around).some((time) => time.day === day);
}
