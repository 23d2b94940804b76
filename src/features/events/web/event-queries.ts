import { endpointPartQuery, endpointQuery } from '#web/api-client/endpoint-query.ts';
import { type EventOccurrence, listEventDays, listUpcomingEvents } from '../contract.ts';

const widgetFacts = (events: readonly EventOccurrence[]) =>
  events.map(({ id, slug, title, startDate, allDay }) => ({ id, slug, title, startDate, allDay }));
export type WidgetEvent = ReturnType<typeof widgetFacts>[number];

/** Reads 5 events, of which the widget lists 2 and marks all in its calendar. */
export const upcomingEventsQuery = endpointPartQuery(listUpcomingEvents, { query: { limit: 5 } }, widgetFacts);

/**
 * The days on which something takes place. @param month such as '2026-07'; without it, the current month in
 * the city
 */
export const eventDaysQuery = (month: string | undefined) => endpointQuery(listEventDays, { query: { month } });
