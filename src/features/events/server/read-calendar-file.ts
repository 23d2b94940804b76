/**
 * Reads an iCalendar file as events of ours: times in the city's local time, rules that we support, and notes
 * on everything that could not be kept.
 */
import ICAL from 'ical.js';
import { eventCategories } from '#shared/city.ts';
import { floatingMs } from '#shared/clock.ts';
import { dayOf, instantAtFloating } from '#shared/dates.ts';
import { Problem } from '#shared/problem.ts';
import { dayMs } from '#shared/times.ts';
import { firstLetters, storableText } from '#shared/whole-letters.ts';
import { writeClock } from '../event-clock.ts';
import { type EventForm, maxCalendarEvents } from '../staff-contract.ts';
import { expandRule } from './expand-rule.ts';
import { plainTextAsHtml } from './plain-text-as-html.ts';
import { type EventValues, planEvent } from './plan-event.ts';
import { stamp } from './time-zone-block.ts';

/** One time of a series for which the file has other values. */
export interface FileChange {
  day: string;
  startsAt: Date;
  endsAt: Date | null;
  title: string;
  location: string;
  isCancelled: boolean;
}

export interface FileEvent {
  uid: string | null;
  title: string;
  /** Null when the event cannot be imported; `notes` say why. */
  values: (EventValues & { status: 'scheduled' | 'cancelled' }) | null;
  startsAt: Date | null;
  changes: FileChange[];
  notes: string[];
}

interface Reading {
  timeZone: string;
  category: EventForm['category'];
  /** Time zones that the file itself describes. */
  zones: Map<string, ICAL.Timezone>;
}

interface FileTime {
  instant: Date;
  isDate: boolean;
  /** The zone of the rule. */
  zone: string;
  note: string | null;
}

const maxTitle = 150;
const maxText = 15_000;

/**
 * @throws Problem 'wrong_type' for a file that is not a calendar, 'too_large' for one with too many events
 */
export function readCalendarFile(text: string, timeZone: string, category: EventForm['category']): FileEvent[] {
  const calendar = parse(text);
  const all = calendar.flatMap((part) => part.getAllSubcomponents('vevent'));
  if (all.length > maxCalendarEvents) {
    throw new Problem(
      'too_large',
      `This file has ${all.length} events. Please split it into files of at most ${maxCalendarEvents}.`,
    );
  }
  const zones = new Map<string, ICAL.Timezone>();
  for (const component of calendar.flatMap((part) => part.getAllSubcomponents('vtimezone'))) {
    const zone = new ICAL.Timezone(component);
    zones.set(zone.tzid, zone);
  }
  const reading = { timeZone, category, zones };
  const isSingle = (part: ICAL.Component) => part.hasProperty('recurrence-id');
  const masters = all.filter((part) => !isSingle(part));
  const known = new Set(masters.filter((part) => part.hasProperty('rrule')).map(uidOf));
  const changesOf = Map.groupBy(
    all.filter((part) => isSingle(part) && known.has(uidOf(part))),
    uidOf,
  );
  const lost = all.filter((part) => isSingle(part) && !known.has(uidOf(part)));
  const seen = new Set<string>();
  const found = [...masters, ...lost].flatMap((part) => readEvent(part, changesOf.get(uidOf(part)) ?? [], reading));
  return found.map((event) => {
    if (event.uid !== null && seen.has(event.uid))
      return { ...event, values: null, notes: ['It stands in the file twice.'] };
    if (event.uid !== null) seen.add(event.uid);
    return event;
  });
}

function parse(text: string): ICAL.Component[] {
  const wrong = () => new Problem('wrong_type', 'This is not a calendar file. Please choose one that ends in .ics.');
  if (!/BEGIN:VCALENDAR/i.test(text)) throw wrong();
  try {
    const parsed = ICAL.parse(text.replace(/^\uFEFF/, '').trim()) as unknown[];
    // A file holds one calendar, or several one after the other.
    const calendars = Array.isArray(parsed[0]) ? (parsed as unknown[][]) : [parsed];
    return calendars.map((jcal) => new ICAL.Component(jcal));
  } catch {
    throw wrong();
  }
}

function uidOf(part: ICAL.Component): string {
  return String(part.getFirstPropertyValue('uid') ?? '');
}

function textOf(part: ICAL.Component, name: string, maxLength: number): string {
  const value = part.getFirstPropertyValue(name);
  return typeof value === 'string' ? firstLetters(storableText(value).trim(), maxLength) : '';
}

/**
 * Reads an event. Each date that it has besides its rule becomes an event of its own, because our rules
 * cannot hold such dates.
 */
function readEvent(part: ICAL.Component, singles: ICAL.Component[], reading: Reading): FileEvent[] {
  const { timeZone } = reading;
  const title = textOf(part, 'summary', maxTitle).replace(/\s+/g, ' ');
  const own = uidOf(part) || null;
  const single = part.getFirstProperty('recurrence-id');
  const refused = (reason: string, startsAt: Date | null = null): FileEvent[] => [
    { uid: own, title: title || 'Without a title', values: null, startsAt, changes: [], notes: [reason] },
  ];
  try {
    const start = timeOf(part.getFirstProperty('dtstart'), reading);
    if (start === null) return refused('It has no start.');
    if (title === '') return refused('It has no title.', start.instant);
    const uid = own && single ? `${own}#${dayOf(start.instant, timeZone)}` : own;
    const endsAt = endOf(part, start, reading);
    const notes = start.note === null ? [] : [start.note];
    const rule = single ? null : ruleOf(part, start, reading, notes);
    const form: EventForm = {
      title,
      ...writeClock({ startsAt: start.instant, endsAt, allDay: start.isDate }, timeZone),
      description: plainTextAsHtml(textOf(part, 'description', maxText)),
      location: textOf(part, 'location', 200).replace(/\s+/g, ' '),
      category: categoryOf(part) ?? reading.category,
      rule,
      skippedDays: rule === null ? [] : skippedDays(part, reading),
      imageUrl: null,
      imageAlt: '',
      url: webAddress(textOf(part, 'url', 500)),
      organizer: organizerOf(part),
      contact: textOf(part, 'contact', 120).replace(/\s+/g, ' '),
    };
    const status = textOf(part, 'status', 20).toUpperCase() === 'CANCELLED' ? 'cancelled' : 'scheduled';
    const values = planEvent(form, timeZone);
    if (values.startsAt.getTime() !== start.instant.getTime()) {
      notes.push('Its own start is not one of the dates of its rule. It begins on the first of those.');
    }
    const changes = rule === null ? [] : singles.flatMap((one) => changeOf(one, reading) ?? []);
    const extras = single ? [] : extraTimes(part, { startsAt: start.instant, endsAt, values }, reading);
    return [
      { uid, title, values: { ...values, status }, startsAt: values.startsAt, changes, notes },
      ...extras.map((times): FileEvent => {
        const once = {
          ...form,
          ...writeClock({ ...times, allDay: start.isDate }, timeZone),
          rule: null,
          skippedDays: [],
        };
        return {
          uid: own && `${own}#${dayOf(times.startsAt, timeZone)}`,
          title,
          values: { ...planEvent(once, timeZone), status },
          startsAt: times.startsAt,
          changes: [],
          notes: ['A date that it has besides its usual ones. It becomes an event by itself.'],
        };
      }),
    ];
  } catch (error) {
    if (error instanceof Problem || error instanceof Refusal) return refused(error.message);
    // The library's errors name the part of a value that it could not read.
    return refused(`It cannot be read: ${(error as Error).message.slice(0, 120)}`);
  }
}

class Refusal extends Error {}

function timeOf(property: ICAL.Property | null, { timeZone, zones }: Reading): FileTime | null {
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

function endOf(part: ICAL.Component, start: FileTime, reading: Reading): Date | null {
  const end = timeOf(part.getFirstProperty('dtend'), reading);
  const duration = part.getFirstPropertyValue('duration');
  const endsAt =
    end?.instant ??
    (duration instanceof ICAL.Duration ? new Date(start.instant.getTime() + duration.toSeconds() * 1000) : null);
  if (endsAt === null || endsAt <= start.instant) return null;
  const lengthMs = floatingMs(endsAt, reading.timeZone) - floatingMs(start.instant, reading.timeZone);
  return start.isDate && lengthMs <= dayMs ? null : endsAt;
}

/** The rule in the city's local time; notes say what could not be kept. @throws Refusal */
function ruleOf(part: ICAL.Component, start: FileTime, { timeZone }: Reading, notes: string[]): string | null {
  const rules = part.getAllProperties('rrule');
  if (rules.length === 0) return null;
  const value = rules[0]?.getFirstValue();
  if (rules.length > 1 || !(value instanceof ICAL.Recur))
    throw new Refusal('It has several rules at once. Add it by hand.');
  const text = value.toString();
  if (/FREQ=(SECONDLY|MINUTELY|HOURLY)|BY(SECOND|MINUTE|HOUR|YEARDAY|WEEKNO)=/.test(text)) {
    throw new Refusal(`It repeats in a way that this calendar does not know (${text.slice(0, 80)}). Add it by hand.`);
  }
  if (start.zone !== timeZone && !isSameDay(start, timeZone)) {
    throw new Refusal(
      `It repeats on the clock of ${start.zone}, where it falls on other days than here. Add it by hand.`,
    );
  }
  if (start.zone !== timeZone) notes.push(`It repeats on the clock of ${start.zone}. Here it keeps the city's hours.`);
  const { until } = value;
  if (!until) return withoutParts(text);
  const last = until.isDate
    ? `${stamp(Date.UTC(until.year, until.month - 1, until.day)).slice(0, 8)}T235959Z`
    : `${stamp(lastMoment(until, timeZone))}Z`;
  return withoutParts(text.replace(/UNTIL=[^;]*/, `UNTIL=${last}`));
}

/** Removes the parts that our rules do not support, and parts without effect. */
function withoutParts(rule: string): string {
  return rule
    .split(';')
    .filter((part) => !/^(WKST|INTERVAL)=(MO|1)$/.test(part))
    .toSorted((a, b) => Number(b.startsWith('FREQ=')) - Number(a.startsWith('FREQ=')))
    .join(';');
}

function lastMoment(until: ICAL.Time, timeZone: string): number {
  const floating = Date.UTC(until.year, until.month - 1, until.day, until.hour, until.minute, until.second);
  return until.zone === ICAL.Timezone.utcTimezone ? floatingMs(new Date(floating), timeZone) : floating;
}

function isSameDay({ instant, zone }: FileTime, timeZone: string): boolean {
  try {
    return dayOf(instant, zone) === dayOf(instant, timeZone);
  } catch {
    // Only the file knows this zone, so its days cannot be compared here. The times are still right.
    return true;
  }
}

function skippedDays(part: ICAL.Component, reading: Reading): string[] {
  const days = listedTimes(part, 'exdate', reading).map(({ instant }) => dayOf(instant, reading.timeZone));
  return [...new Set(days)].toSorted().slice(-200);
}

/** All values of EXDATE or RDATE; for a period, its start. */
function listedTimes(part: ICAL.Component, name: string, reading: Reading): FileTime[] {
  return part.getAllProperties(name).flatMap((property) =>
    property.getValues().flatMap((listed): FileTime[] => {
      const value: unknown = listed instanceof ICAL.Period ? listed.start : listed;
      if (!(value instanceof ICAL.Time)) return [];
      const one = new ICAL.Property(name);
      const tzid = property.getParameter('tzid');
      if (typeof tzid === 'string') one.setParameter('tzid', tzid);
      one.setValue(value);
      const time = timeOf(one, reading);
      return time === null ? [] : [time];
    }),
  );
}

const maxExtras = 50;

/** The times that RDATE adds to the rule; each is as long as the others. */
function extraTimes(
  part: ICAL.Component,
  { startsAt, endsAt, values }: { startsAt: Date; endsAt: Date | null; values: EventValues },
  reading: Reading,
): { startsAt: Date; endsAt: Date | null }[] {
  const { timeZone } = reading;
  const lengthMs = endsAt === null ? null : endsAt.getTime() - startsAt.getTime();
  const taken = new Set([dayOf(startsAt, timeZone), ...skippedDays(part, reading)]);
  const extras: { startsAt: Date; endsAt: Date | null }[] = [];
  for (const { instant } of listedTimes(part, 'rdate', reading)) {
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

function changeOf(part: ICAL.Component, reading: Reading): FileChange | null {
  const planned = timeOf(part.getFirstProperty('recurrence-id'), reading);
  const start = timeOf(part.getFirstProperty('dtstart'), reading);
  if (planned === null || start === null) return null;
  return {
    day: dayOf(planned.instant, reading.timeZone),
    startsAt: start.instant,
    endsAt: endOf(part, start, reading),
    title: textOf(part, 'summary', maxTitle).replace(/\s+/g, ' '),
    location: textOf(part, 'location', 200).replace(/\s+/g, ' '),
    isCancelled: textOf(part, 'status', 20).toUpperCase() === 'CANCELLED',
  };
}

function categoryOf(part: ICAL.Component): EventForm['category'] | undefined {
  const names = part.getAllProperties('categories').flatMap((property) => property.getValues().map(String));
  return eventCategories.find((category) => names.some((name) => name.trim().toLowerCase() === category));
}

function organizerOf(part: ICAL.Component): string {
  const name = part.getFirstProperty('organizer')?.getParameter('cn');
  return typeof name === 'string' ? firstLetters(name.replace(/[\s\0]+/g, ' ').trim(), 120) : '';
}

function webAddress(text: string): string {
  return /^https?:\/\//i.test(text) && URL.canParse(text) ? new URL(text).href : '';
}
