import { endpointQuery } from '#web/api-client/endpoint-query.ts';
import { listEvents, listUpcomingEvents } from '../contract.ts';

/** Specification 7: the widget asks for 5. */
export const upcomingEventsQuery = endpointQuery(listUpcomingEvents, { query: { limit: 5 } });

/** All occurrences of a month such as '2026-07', as far as one answer reaches. */
export const monthEventsQuery = (month: string) => endpointQuery(listEvents, { query: { month, limit: 100 } });
