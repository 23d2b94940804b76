import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { currentTraceId } from '#server/tracing/spans.ts';

/** Short and plain, because it goes into the log, the audit log and the answer. */
const given = /^[\w.:+=-]{8,128}$/;
/** W3C Trace Context: version, trace, the caller's span, flags. All zeros stand for no trace. */
const traceparent = /^[\da-f]{2}-(?!0{32})([\da-f]{32})-[\da-f]{16}-[\da-f]{2}/;

/**
 * The name under which this request stands in every log. A trusted proxy may have given it one, or a trace; from anybody
 * else it would let a stranger's request look like another one. While tracing is on, it is the trace.
 */
export function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>, isProxyTrusted: boolean): string {
  if (isProxyTrusted) {
    const own = headers['x-request-id'];
    if (typeof own === 'string' && given.test(own)) return own;
    const trace = traceparent.exec(String(headers.traceparent ?? ''))?.[1];
    if (trace !== undefined) return trace;
  }
  return currentTraceId() ?? randomUUID();
}
