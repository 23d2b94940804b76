/** Server: writes the data that a page hands to the browser (page-state.ts). */
import { dehydrate, type QueryClient } from '@tanstack/react-query';
import { ApiError } from '#web/api-client/api-error.ts';
import type { PlainFormResult } from '#web/ui/plain-form.tsx';
import { beginningOfDay, type PageState, type StoredError } from './page-state.ts';

const unsafeInScript: Record<string, string> = { '<': '\\u003c', '\u2028': '\\u2028', '\u2029': '\\u2029' };
const safeJson = (value: unknown) =>
  JSON.stringify(value).replace(/[<\u2028\u2029]/g, (character) => unsafeInScript[character] ?? '');

/** Answers that many pages show, such as the town's, are the same object each time, and are written once. */
const written = new WeakMap<object, string>();

function writeAnswer(answer: unknown): string {
  if (typeof answer !== 'object' || answer === null) return safeJson(answer);
  const known = written.get(answer);
  if (known !== undefined) return known;
  const text = safeJson(answer);
  written.set(answer, text);
  return text;
}

/**
 * JSON that is safe inside a script element: '<' cannot close it.
 * @param readAt when all of the page's queries were read
 */
export function writePageState(
  client: QueryClient,
  form: PlainFormResult | null,
  { readAt, timeZone }: { readAt: number; timeZone: string },
): string {
  const queries = dehydrate(client, {
    // Leaves out queries that only the browser makes: whether they are here depends on the header and footer
    // having been rendered with this page or earlier.
    shouldDehydrateQuery: ({ state }) => state.status !== 'pending',
    shouldRedactErrors: () => false,
  });
  const answers = queries.queries.map((query) => {
    const { data, error, ...state } = query.state;
    const stored: StoredError | Error | null =
      error instanceof ApiError ? { status: error.status, body: error.problem } : error;
    const rest = safeJson({ ...state, error: stored, dataUpdatedAt: 0, errorUpdatedAt: 0 });
    const whole = data === undefined ? rest : `{"data":${writeAnswer(data)},${rest.slice(1)}`;
    return `{"state":${whole},${safeJson({ ...query, state: undefined, dehydratedAt: 0 }).slice(1)}`;
  });
  const state: Omit<PageState, 'queries'> = { form, readOn: beginningOfDay(readAt, timeZone) };
  return `{"queries":{"mutations":[],"queries":[${answers.join(',')}]},${safeJson(state).slice(1)}`;
}
