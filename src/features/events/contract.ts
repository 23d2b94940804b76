import * as z from 'zod/mini';
import { eventCategories } from '#shared/city.ts';
import { endpoint } from '#shared/endpoint.ts';

/** One time an event takes place. Instants are ISO 8601 in UTC; pages show them in the city's time zone. */
export const EventOccurrence = z.object({
  id: z.string(),
  /** The same for every occurrence of a series. */
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
  /** How a series repeats, in words: 'Every month on the 3rd Thursday'; null: once, or not to be said in few words. */
  repeats: z.nullable(z.string()),
  imageUrl: z.nullable(z.string()),
  imageAlt: z.nullable(z.string()),
  /** Of a page about it, http or https. */
  url: z.nullable(z.string()),
  organizer: z.nullable(z.string()),
  /** E-mail address or telephone number for questions. */
  contact: z.nullable(z.string()),
  /** Why it is off, or what is different this time. */
  note: z.nullable(z.string()),
  /** When it was to begin before it got a new date. */
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
    /** Occurrences after this one, for the next page. */
    cursor: z.optional(z.string().check(z.maxLength(120))),
  }),
  answer: z.array(EventOccurrence),
  problems: [],
});

/** Specification 7: what the home page's calendar reads. */
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
