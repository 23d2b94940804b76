import * as z from 'zod/mini';
import { eventCategories } from '#shared/city.ts';
import { endpoint } from '#shared/endpoint.ts';

/** One time an event takes place. Instants are ISO 8601 in UTC; pages show them in the city's time zone. */
export const EventOccurrence = z.object({
  id: z.string(),
  /** Shared by all occurrences of a series. */
  eventId: z.string(),
  title: z.string(),
  startDate: z.string(),
  endDate: z.nullable(z.string()),
  allDay: z.boolean(),
  location: z.string(),
  /** Cleaned HTML */
  description: z.string(),
  category: z.enum(eventCategories),
  status: z.enum(['scheduled', 'cancelled', 'postponed']),
  recurring: z.boolean(),
  /**
   * How a series repeats, in words: 'Every month on the 3rd Thursday'. Null for a single event, or when a few
   * words cannot say it.
   */
  repeats: z.nullable(z.string()),
  imageUrl: z.nullable(z.string()),
  imageAlt: z.nullable(z.string()),
  /** The address of a page about the event, http or https. */
  url: z.nullable(z.string()),
  organizer: z.nullable(z.string()),
  /** E-mail address or telephone number for questions. */
  contact: z.nullable(z.string()),
  /** Why it is canceled, or what is different this time. */
  note: z.nullable(z.string()),
  /** The start before the event got a new date. */
  previousStartDate: z.nullable(z.string()),
});
export type EventOccurrence = z.infer<typeof EventOccurrence>;

export const eventsPageSize = 40;

export const listEvents = endpoint({
  method: 'GET',
  path: '/api/events',
  who: 'anyone',
  summary:
    'What is on: of each event the next time that has not ended, soonest first. With `month` every time in that month in the city, past ones included. Headers X-Total-Count and Link rel="next"',
  query: z.object({
    month: z.optional(z.string().check(z.regex(/^\d{4}-(0[1-9]|1[0-2])$/))),
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), eventsPageSize),
    /** Continues after this occurrence; for the next page. */
    cursor: z.optional(z.string().check(z.maxLength(120))),
  }),
  answer: z.array(EventOccurrence),
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
