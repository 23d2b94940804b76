import * as z from 'zod/mini';
import { eventCategories } from '#shared/city.ts';
import { endpoint } from '#shared/endpoint.ts';

export const EventStatus = z.enum(['scheduled', 'cancelled', 'postponed']);

/** The facts of an event in lists and on its page. Instants are ISO 8601 in UTC; pages show them in the city's time zone. */
export const EventFacts = z.object({
  /** The event's page is /events/{slug}; a series has one. */
  slug: z.string(),
  title: z.string(),
  startDate: z.string(),
  endDate: z.nullable(z.string()),
  allDay: z.boolean(),
  location: z.string(),
  /** Cleaned HTML */
  description: z.string(),
  category: z.enum(eventCategories),
  status: EventStatus,
  isFree: z.boolean(),
  /** The price in a few words; null when it is free or nobody said. */
  price: z.nullable(z.string()),
  recurring: z.boolean(),
  /**
   * How a series repeats, in words: 'Every month on the 3rd Thursday'. Null for a single event, or when a few
   * words cannot say it.
   */
  repeats: z.nullable(z.string()),
  imageUrl: z.nullable(z.string()),
  imageAlt: z.nullable(z.string()),
  /** The address of a page about the event elsewhere, http or https. */
  url: z.nullable(z.string()),
  organizer: z.nullable(z.string()),
  /** E-mail address or telephone number for questions. */
  contact: z.nullable(z.string()),
  /** A premium listing puts it on. */
  hasPremiumHost: z.boolean(),
  /** Why it is canceled, or what is different this time. */
  note: z.nullable(z.string()),
  /** The start before the event got a new date. */
  previousStartDate: z.nullable(z.string()),
});

/** One time an event takes place. */
export const EventOccurrence = z.extend(EventFacts, {
  id: z.string(),
  /** Shared by all occurrences of a series. */
  eventId: z.string(),
});
export type EventOccurrence = z.infer<typeof EventOccurrence>;

/** A time of the list: a series stands there once per week. */
export const ListedEvent = z.extend(EventOccurrence, {
  /** The other times of the series in that week, soonest first. */
  alsoOn: z.array(z.object({ startDate: z.string(), status: EventStatus })),
});
export type ListedEvent = z.infer<typeof ListedEvent>;

const eventsPageSize = 40;

export const eventTimes = ['today', 'weekend', 'week'] as const;
export type EventTimes = (typeof eventTimes)[number];

const Month = z.string().check(z.regex(/^20\d{2}-(0[1-9]|1[0-2])$/));

export const listEvents = endpoint({
  method: 'GET',
  path: '/api/events',
  who: 'anyone',
  summary:
    'What is on and has not ended, soonest first; a series once per week (Monday to Sunday), for the coming eight weeks, later its next time only; with `series=once` its next time alone. With `month` or `day` everything in that month or on that day in the city, past times included. Headers X-Total-Count and Link rel="next"',
  query: z.object({
    month: z.optional(Month),
    day: z.optional(z.iso.date()),
    /** 'today'; 'weekend': from Friday evening to Sunday of this week; 'week': seven days from today. Counts when there is neither month nor day. */
    when: z.optional(z.enum(eventTimes)),
    /** 'once': a series stands at its next time only, after the canceled ones before it. */
    series: z.optional(z.enum(['once'])),
    category: z.optional(z.enum(eventCategories)),
    /** 'true': what is known to be free. */
    free: z.optional(z.enum(['true', 'false'])),
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), eventsPageSize),
    /** Continues after this occurrence; for the next page. */
    cursor: z.optional(z.string().check(z.maxLength(120))),
  }),
  answer: z.array(ListedEvent),
  problems: [],
});

/** The events of the home page's calendar. */
export const listUpcomingEvents = endpoint({
  method: 'GET',
  path: '/api/events/upcoming',
  who: 'anyone',
  summary: 'The next occurrences, for the calendar widget',
  query: z.object({
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 5),
  }),
  answer: z.array(EventOccurrence),
  problems: [],
});

export const listEventDays = endpoint({
  method: 'GET',
  path: '/api/events/days',
  who: 'anyone',
  summary: 'The days of a month on which something takes place, with the titles, for a calendar',
  query: z.object({
    /** Default: the current month in the city. */
    month: z.optional(Month),
  }),
  answer: z.array(z.object({ day: z.string(), titles: z.array(z.string()) })),
  problems: [],
});
