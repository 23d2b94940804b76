import { endpointPartQuery, endpointQuery } from '#web/api-client/endpoint-query.ts';
import { type EventOccurrence, listEvents, listUpcomingEvents } from '../contract.ts';

const widgetFacts = (events: readonly EventOccurrence[]) =>
  events.map(({ id, title, startDate, allDay }) => ({ id, title, startDate, allDay }));
export type WidgetEvent = ReturnType<typeof widgetFacts>[number];

/** Reads 5 events, of which the widget lists 2 and marks all in its calendar. */
export const upcomingEventsQuery = endpointPartQuery(listUpcomingEvents, { query: { limit: 5 } }, widgetFacts);

/** All occurrences of a month such as '2026-07', as many as one answer holds. */
export const monthEventsQuery = (month: string) => endpointQuery(listEvents, { query: { month, limit: 100 } });
