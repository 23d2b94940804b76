/**
 * What a caller inside the process puts into the bindings to be handed the result itself: the answer then has no body,
 * which saves writing and reading it as text. Nobody outside can set it.
 */
export interface InsideCall {
  /** Of an endpoint, parsed by its schema. */
  answer?: unknown;
  /** A whole page, in parts. */
  html?: readonly string[];
}

export function insideCall(bindings: unknown): InsideCall | undefined {
  return (bindings as { inside?: InsideCall } | undefined)?.inside;
}
