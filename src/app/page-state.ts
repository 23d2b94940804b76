/** What the server hands to the browser beside the HTML: answers it has read, refusals among them, and a plain form's result. */
import { type DehydratedState, dehydrate, hydrate, type QueryClient } from '@tanstack/react-query';
import type { ProblemBody } from '#shared/problem.ts';
import { ApiError } from '#web/api-client/api-error.ts';
import type { PlainFormResult } from '#web/ui/plain-form.tsx';

export interface PageState {
  queries: DehydratedState;
  form: PlainFormResult | null;
}

interface StoredError {
  status: number;
  body: ProblemBody | null;
}

/** JSON that is safe inside a script element: '<' cannot close it. */
export function writePageState(client: QueryClient, form: PlainFormResult | null): string {
  const queries = dehydrate(client, { shouldDehydrateQuery: () => true, shouldRedactErrors: () => false });
  for (const query of queries.queries) {
    if (query.state.error instanceof ApiError) {
      const stored: StoredError = { status: query.state.error.status, body: query.state.error.problem };
      query.state.error = stored as unknown as Error;
    }
  }
  return JSON.stringify({ queries, form })
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
}

export function readPageState(client: QueryClient, text: string): PageState {
  const state = JSON.parse(text) as PageState;
  for (const query of state.queries.queries) {
    const stored = query.state.error as unknown as StoredError | null;
    if (stored) query.state.error = new ApiError(stored.status, '', JSON.stringify(stored.body));
  }
  hydrate(client, state.queries);
  return state;
}
