/** The endpoint of an event's own page. Apart from contract.ts, so that home page and list do not load it. */
import * as z from 'zod/mini';
import { endpoint } from '#shared/endpoint.ts';
import { EventFacts, EventStatus } from './contract.ts';

export const EventTime = z.object({
  id: z.string(),
  startDate: z.string(),
  endDate: z.nullable(z.string()),
  status: EventStatus,
  /** Set where this time differs from the event. */
  title: z.nullable(z.string()),
  location: z.nullable(z.string()),
  note: z.nullable(z.string()),
  previousStartDate: z.nullable(z.string()),
});
export type EventTime = z.infer<typeof EventTime>;

/** An event with its page: `startDate` is its next time, or the last one when it is over; `note` is about the whole event. */
export const EventDetail = z.extend(EventFacts, {
  id: z.string(),
  latitude: z.nullable(z.number()),
  longitude: z.nullable(z.number()),
  /** The listing at which it takes place. */
  business: z.nullable(z.object({ slug: z.string(), name: z.string() })),
  /** The approved listing that puts it on. */
  host: z.nullable(z.object({ slug: z.string(), name: z.string() })),
  /** The beginning of the description as plain text, for search engines. */
  summary: z.string(),
  isOver: z.boolean(),
  /** The times that have not ended, soonest first, at most 12; when it is over, the last one that is stored. */
  times: z.array(EventTime),
});
export type EventDetail = z.infer<typeof EventDetail>;

export const getEvent = endpoint({
  method: 'GET',
  path: '/api/events/{slug}',
  who: 'anyone',
  summary: 'One event with its next times; a former slug answers where it is now',
  params: z.object({ slug: z.string().check(z.maxLength(200)) }),
  answer: EventDetail,
  problems: ['not_found', 'moved'],
});
