/**
 * Spans of OpenTelemetry: how long a request, a job, a query or a call to somebody else took, and what it was part of. While
 * tracing is off, which is the default, nothing of OpenTelemetry is loaded and these are plain calls (start-tracing.ts).
 */

type Attributes = Readonly<Record<string, string | number>>;

export interface SpanStart {
  /** Few different ones: 'GET /business/{slug}', never an address with its values. */
  name: string;
  /** 'request' and 'job' begin a trace; 'call' (to another program) and 'part' are left out where none has begun. */
  kind: 'request' | 'job' | 'call' | 'part';
  /** OpenTelemetry's names, without anything about a person. */
  attributes?: Attributes;
  /** The W3C header of the caller, if it may be believed. */
  traceparent?: string | undefined;
  /** In ms since 1970, for what began earlier; default: now. */
  startedAt?: number;
}

export interface OpenSpan {
  set(attributes: Attributes): void;
  /** Spans that begin in `act` are parts of this one. */
  within<T>(act: () => T): T;
  /** @param error the error that it failed with, or the name of one; undefined: it went well */
  end(error?: unknown): void;
}

interface Tracing {
  begin(start: SpanStart): OpenSpan | undefined;
  /** 32 hexadecimal digits; undefined outside of a trace. */
  currentTraceId(): string | undefined;
}

let tracing: Tracing | undefined;

export function setTracing(started: Tracing | undefined): void {
  tracing = started;
}

export const isTracing = (): boolean => tracing !== undefined;

/** Undefined while tracing is off, and for a part or a call outside of any trace. The caller ends it. */
export const beginSpan = (start: SpanStart): OpenSpan | undefined => tracing?.begin(start);

export const currentTraceId = (): string | undefined => tracing?.currentTraceId();

/** Runs `act` as a span, which fails when `act` does. */
export async function inSpan<T>(start: SpanStart, act: () => Promise<T>): Promise<T> {
  const span = beginSpan(start);
  if (span === undefined) return act();
  try {
    const result = await span.within(act);
    span.end();
    return result;
  } catch (error) {
    span.end(error);
    throw error;
  }
}
