import type { ProblemBody } from '#shared/problem.ts';

/**
 * Any answer that is not a success. Its message is the status, a colon, a space, and the body or the status
 * text (docs/product-rules.md#calls).
 */
export class ApiError extends Error {
  readonly status: number;
  /** The refusal as the API words it; null when something else answered, such as a proxy. */
  readonly problem: ProblemBody | null;

  constructor(status: number, statusText: string, body: string) {
    super(`${status}: ${body === '' ? statusText : body}`);
    this.status = status;
    this.problem = readProblem(body);
  }
}

function readProblem(body: string): ProblemBody | null {
  try {
    const value = JSON.parse(body) as ProblemBody | null;
    return typeof value?.message === 'string' ? value : null;
  } catch {
    return null;
  }
}

const offline = 'You are offline. Please try again once you are connected.';

/**
 * Returns the server's own words for people, or `fallback`. Offline, a fallback that does not mention the connection is replaced by a
 * sentence that does.
 */
export function problemMessage(error: unknown, fallback: string): string {
  if (error instanceof ApiError) return error.problem?.message ?? fallback;
  return navigator.onLine || /connect/.test(fallback) ? fallback : offline;
}

export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}
