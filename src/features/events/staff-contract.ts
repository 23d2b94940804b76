/** Endpoints for staff who work on events. Apart from contract.ts, so that public pages do not load it. */

import * as z from 'zod/mini';
import { eventCategories } from '#shared/city.ts';
import { endpoint } from '#shared/endpoint.ts';
import { EventStatus } from './contract.ts';
import { Clock, EventCategory, longText, oneLineText, Price, Title, WebAddress } from './event-fields.ts';

const Day = z.iso.date('Please enter a date');
const version = z.int();

const degrees = (max: number) => z._default(z.nullable(z.number().check(z.minimum(-max), z.maximum(max))), null);

/** Where it is, for the map on its page; both or none. */
const Position = z.object({ latitude: degrees(90), longitude: degrees(180) });

export const EventForm = z.object({
  title: Title,
  /** HTML; cleaned before it is stored. */
  description: z._default(longText(20_000), ''),
  location: z._default(oneLineText(200), ''),
  category: EventCategory,
  ...Clock.shape,
  /** An RFC 5545 RRULE without DTSTART; null when the event takes place once. */
  rule: z._default(z.nullable(z.string().check(z.maxLength(300))), null),
  /** Days that the rule gives and the series skips. */
  skippedDays: z._default(z.array(Day).check(z.maxLength(200)), []),
  /** The address that a picture upload returned. */
  imageUrl: z._default(
    z.nullable(z.string().check(z.regex(/^\/media\/(u|city)\/[\w./-]+$/, 'Please upload the picture here'))),
    null,
  ),
  imageAlt: z._default(oneLineText(200), ''),
  url: z._default(WebAddress, ''),
  organizer: z._default(oneLineText(120), ''),
  /** An e-mail address or phone number, shown to everybody. */
  contact: z._default(oneLineText(120), ''),
  isFree: z._default(z.boolean(), false),
  /** Not kept when it is free. */
  price: z._default(Price, ''),
  ...Position.shape,
  /** The listing that puts it on. */
  businessId: z._default(z.nullable(z.guid()), null),
});
export type EventForm = z.infer<typeof EventForm>;

/**
 * An event as a form shows it. Stored values may exceed the limits above when they are older than the limits.
 */
export const EventFields = z.object({
  title: z.string(),
  description: z.string(),
  location: z.string(),
  category: z.enum(eventCategories),
  allDay: z.boolean(),
  startsOn: z.string(),
  startTime: z.string(),
  endsOn: z.string(),
  endTime: z.string(),
  rule: z.nullable(z.string()),
  skippedDays: z.array(z.string()),
  imageUrl: z.nullable(z.string()),
  imageAlt: z.string(),
  url: z.string(),
  organizer: z.string(),
  contact: z.string(),
  isFree: z.boolean(),
  price: z.string(),
  latitude: z.nullable(z.number()),
  longitude: z.nullable(z.number()),
  businessId: z.nullable(z.string()),
  /** The listing's name, so that the form can show it. */
  businessName: z.string(),
});
export type EventFields = z.infer<typeof EventFields>;

export const StaffEventRow = z.object({
  id: z.string(),
  /** Its page is /events/{slug}. */
  slug: z.string(),
  title: z.string(),
  location: z.string(),
  category: z.enum(eventCategories),
  status: EventStatus,
  allDay: z.boolean(),
  /** The next time, or the last one when all are over. */
  startDate: z.string(),
  endDate: z.nullable(z.string()),
  isOver: z.boolean(),
  recurring: z.boolean(),
  repeats: z.nullable(z.string()),
  source: z.nullable(z.string()),
});
export type StaffEventRow = z.infer<typeof StaffEventRow>;

export const eventStates = ['upcoming', 'past', 'cancelled'] as const;

/** The events that the list shows, and its download has. */
export const EventFilter = z.object({
  state: z._default(z.enum(eventStates), 'upcoming'),
  search: z._default(z.string().check(z.trim(), z.maxLength(100)), ''),
});
export type EventFilter = z.infer<typeof EventFilter>;

export const listStaffEvents = endpoint({
  method: 'GET',
  path: '/api/staff/events',
  who: 'staff',
  rights: ['editor'],
  summary: 'Events with their next time, 50 at a time: what is coming soonest first, what is over or off latest first',
  query: z.extend(EventFilter, { cursor: z.optional(z.string().check(z.maxLength(80))) }),
  answer: z.array(StaffEventRow),
  problems: [],
});

/** One time of a series as visitors see it; `isChanged` when it differs from the series. */
export const EventTime = z.object({
  day: z.string(),
  startDate: z.string(),
  endDate: z.nullable(z.string()),
  title: z.string(),
  location: z.string(),
  note: z.string(),
  isCancelled: z.boolean(),
  isSkipped: z.boolean(),
  isChanged: z.boolean(),
  /** Another one whenever this date is canceled, skipped, changed or put back. */
  mark: z.string(),
});
export type EventTime = z.infer<typeof EventTime>;

export const StaffEvent = z.object({
  id: z.string(),
  /** Its page is /events/{slug}. */
  slug: z.string(),
  version,
  ...EventFields.shape,
  status: EventStatus,
  statusNote: z.string(),
  previousStartDate: z.nullable(z.string()),
  repeats: z.nullable(z.string()),
  source: z.nullable(z.string()),
  /** The reason why it cannot be deleted; null when it can. */
  whyNotDelete: z.nullable(z.string()),
  /** For a series: the next 26 times, including skipped and canceled ones. */
  times: z.array(EventTime),
});
export type StaffEvent = z.infer<typeof StaffEvent>;

const params = z.object({ id: z.guid() });

export const getStaffEvent = endpoint({
  method: 'GET',
  path: '/api/staff/events/{id}',
  who: 'staff',
  rights: ['editor'],
  summary: 'Everything about one event, with its next times',
  params,
  answer: StaffEvent,
  problems: ['not_found'],
});

export const createEvent = endpoint({
  method: 'POST',
  path: '/api/staff/events',
  who: 'staff',
  rights: ['editor'],
  creates: true,
  summary: 'Puts an event into the calendar; a series begins at the first time that its rule gives',
  body: EventForm,
  answer: StaffEvent,
  status: 201,
  problems: ['invalid'],
});

export const updateEvent = endpoint({
  method: 'PUT',
  path: '/api/staff/events/{id}',
  who: 'staff',
  rights: ['editor'],
  summary:
    'Changes an event and its times; what has passed of a series stays as it was; single times that were changed stay as they are, or move along when the whole series moves by days',
  params,
  body: z.extend(EventForm, { version }),
  answer: StaffEvent,
  problems: ['invalid', 'not_found', 'conflict'],
});

export const deleteEvent = endpoint({
  method: 'DELETE',
  path: '/api/staff/events/{id}',
  who: 'staff',
  rights: ['editor'],
  summary: 'Removes an event that is new, over or cancelled; one that people count on is cancelled first',
  params,
  answer: z.object({ message: z.string() }),
  problems: ['not_found', 'conflict'],
});

export const setEventStatus = endpoint({
  method: 'PUT',
  path: '/api/staff/events/{id}/status',
  who: 'staff',
  rights: ['editor'],
  summary: 'Cancels an event, postpones it without a new date, or puts it on again',
  params,
  body: z.object({ version, status: EventStatus, note: z._default(oneLineText(300), '') }),
  answer: StaffEvent,
  problems: ['not_found', 'conflict'],
});

export const rescheduleEvent = endpoint({
  method: 'PUT',
  path: '/api/staff/events/{id}/date',
  who: 'staff',
  rights: ['editor'],
  summary: 'Gives an event that takes place once a new date; pages and calendars tell the former one',
  params,
  body: z.object({ version, ...Clock.shape, note: z._default(oneLineText(300), '') }),
  answer: StaffEvent,
  problems: ['invalid', 'not_found', 'conflict'],
});

const timeParams = z.object({ id: z.guid(), day: Day });
/** The mark of the date as the caller has seen it. Another one refuses: a colleague has changed it meanwhile. */
const seen = z.optional(z.string().check(z.maxLength(40)));

export const changeEventTime = endpoint({
  method: 'PUT',
  path: '/api/staff/events/{id}/times/{day}',
  who: 'staff',
  rights: ['editor'],
  summary: 'Changes one time of a series, calls it off, or leaves it out as if it had never been planned',
  params: timeParams,
  body: z.object({
    as: z.enum(['changed', 'cancelled', 'skipped']),
    /** Without it, the time stays as the series has it. */
    clock: z.optional(Clock),
    /** '' means the series' own title. */
    title: z._default(oneLineText(150), ''),
    location: z._default(oneLineText(200), ''),
    note: z._default(oneLineText(300), ''),
    seen,
  }),
  answer: StaffEvent,
  problems: ['invalid', 'not_found', 'conflict'],
});

export const restoreEventTime = endpoint({
  method: 'DELETE',
  path: '/api/staff/events/{id}/times/{day}',
  who: 'staff',
  rights: ['editor'],
  summary: 'Makes one time of a series as the series has it again',
  params: timeParams,
  query: z.object({ seen }),
  answer: StaffEvent,
  problems: ['not_found', 'conflict'],
});

export const previewTimes = endpoint({
  method: 'GET',
  path: '/api/staff/event-times',
  who: 'staff',
  rights: ['editor'],
  summary:
    'When an event would take place: its next five times, in words how it repeats, what is odd about it, and what becomes of single dates that differ',
  query: z.object({
    allDay: z._default(z.enum(['true', 'false']), 'false'),
    startsOn: z._default(z.string().check(z.maxLength(10)), ''),
    startTime: z._default(z.string().check(z.maxLength(5)), ''),
    endsOn: z._default(z.string().check(z.maxLength(10)), ''),
    endTime: z._default(z.string().check(z.maxLength(5)), ''),
    rule: z._default(z.string().check(z.maxLength(300)), ''),
    /** Days separated by commas. */
    skippedDays: z._default(z.string().check(z.maxLength(2200)), ''),
    /** The event that is edited: its single dates that differ are shown as they will be. */
    event: z.optional(z.guid()),
  }),
  answer: z.object({
    times: z.array(
      z.object({
        startDate: z.string(),
        endDate: z.nullable(z.string()),
        isCancelled: z.boolean(),
        isChanged: z.boolean(),
      }),
    ),
    repeats: z.nullable(z.string()),
    hints: z.array(z.string()),
    /** Errors by field; when there are any, there are no times. */
    errors: z.record(z.string(), z.string()),
    /** Nothing of it is to come. */
    isPast: z.optional(z.boolean()),
    /** Dates that visitors know to be canceled or changed, and that are not shown any more once this is saved. */
    drops: z.optional(z.array(z.object({ day: z.string(), kind: z.enum(['canceled', 'changed']) }))),
  }),
  problems: [],
});
