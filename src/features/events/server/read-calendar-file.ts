/**
 * Reads an iCalendar file as events of ours: times in the city's local time, rules that we support, and notes
 * on everything that could not be kept.
 */
import ICAL from 'ical.js';
import { eventCategories } from '#shared/city.ts';
import { dayOf } from '#shared/dates.ts';
import { Problem } from '#shared/problem.ts';
import { firstLetters, storableText } from '#shared/whole-letters.ts';
import { maxCalendarEvents } from '../calendar-import-contract.ts';
import { writeClock } from '../event-clock.ts';
import { isBelowZero } from '../event-fields.ts';
import type { EventForm } from '../staff-contract.ts';
import { plainTextAsHtml } from './plain-text-as-html.ts';
import { type EventValues, planEvent } from './plan-event.ts';
import { Refusal, readRule } from './read-calendar-rule.ts';
import { type CalendarZones, endOf, extraTimes, skippedDays, timeOf } from './read-calendar-times.ts';

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

interface Reading extends CalendarZones {
  /** The category of events that the file gives none. */
  category: EventForm['category'];
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
    const rule = single ? null : readRule(part, start, timeZone, notes);
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
      businessId: null,
      url: webAddress(textOf(part, 'url', 500)),
      organizer: organizerOf(part),
      contact: textOf(part, 'contact', 120).replace(/\s+/g, ' '),
      ...priceOf(part),
      ...positionOf(part),
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

/** As other calendars write it ('X-COST-TYPE:free', 'X-COST:$10'): the standard has no property for a price. */
function priceOf(part: ICAL.Component): Pick<EventForm, 'isFree' | 'price'> {
  // The library takes the escapes out of the texts of known properties only.
  const price = textOf(part, 'x-cost', 60)
    .replace(/\\([\\;,])/g, '$1')
    .replace(/\s+/g, ' ');
  const isFree = textOf(part, 'x-cost-type', 20).toLowerCase() === 'free' || /^(free|\$?0(\.00)?)$/i.test(price);
  return { isFree, price: isFree || isBelowZero(price) ? '' : price };
}

/** Null for a position that is none, and for 0, 0: programs write it for a place that they do not know. */
function positionOf(part: ICAL.Component): Pick<EventForm, 'latitude' | 'longitude'> {
  const value: unknown = part.getFirstPropertyValue('geo');
  const [latitude, longitude] = (Array.isArray(value) ? value : String(value ?? '').split(';')).map(Number);
  const isPlace =
    latitude !== undefined &&
    longitude !== undefined &&
    Math.abs(latitude) <= 90 &&
    Math.abs(longitude) <= 180 &&
    (latitude !== 0 || longitude !== 0);
  return isPlace ? { latitude, longitude } : { latitude: null, longitude: null };
}

function webAddress(text: string): string {
  return /^https?:\/\//i.test(text) && URL.canParse(text) ? new URL(text).href : '';
}
