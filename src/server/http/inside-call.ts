/**
 * A caller inside the process sets this in the bindings to get the result itself: the answer then has no
 * body, which saves writing and parsing text. Nobody outside can set it.
 */
export interface InsideCall {
  /** The answer of an endpoint, parsed by its schema. */
  answer?: unknown;
  /** A whole page, in parts. */
  html?: readonly string[];
}

export function insideCall(bindings: unknown): InsideCall | undefined {
  return (bindings as { inside?: InsideCall } | undefined)?.inside;
}
