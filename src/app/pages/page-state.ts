/**
 * The data that the server hands to the browser beside the HTML: query results, refusals, and a plain form's
 * result.
 */
import { type DehydratedState, hydrate, type QueryClient } from '@tanstack/react-query';
import { dayOf, startOfDay } from '#shared/dates.ts';
import type { ProblemBody } from '#shared/problem.ts';
import { ApiError } from '#web/api-client/api-error.ts';
import type { PlainFormResult } from '#web/ui/plain-form.tsx';

export interface PageState {
  queries: DehydratedState;
  form: PlainFormResult | null;
  /**
   * The beginning of the town's day on which the queries were read. Pages show only the day of that time, and
   * every query is stale at once anyway. With exact times no two copies of a page, and no two of their ETags,
   * would be equal.
   */
  readOn: number;
}

export interface StoredError {
  status: number;
  body: ProblemBody | null;
}

const quarterHourMs = 900_000;
let known = { timeZone: '', quarterHour: Number.NaN, dayBegan: 0 };

/**
 * Cached for 15 minutes. Time zone offsets are multiples of 15 minutes, so no page shows yesterday's date
 * after midnight.
 */
export function beginningOfDay(at: number, timeZone: string): number {
  const quarterHour = Math.floor(at / quarterHourMs);
  if (known.quarterHour !== quarterHour || known.timeZone !== timeZone) {
    const day = dayOf(new Date(at), timeZone);
    known = { timeZone, quarterHour, dayBegan: startOfDay(day, timeZone).getTime() };
  }
  return known.dayBegan;
}

export function readPageState(client: QueryClient, text: string): PageState {
  const state = JSON.parse(text) as PageState;
  for (const query of state.queries.queries) {
    const stored = query.state.error as unknown as StoredError | null;
    if (stored) {
      query.state.error = new ApiError(stored.status, '', JSON.stringify(stored.body));
      query.state.errorUpdatedAt = state.readOn;
    }
    if (query.state.data !== undefined) query.state.dataUpdatedAt = state.readOn;
  }
  hydrate(client, state.queries);
  return state;
}
