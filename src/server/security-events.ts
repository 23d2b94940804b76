/** Leaves a trace of refused log-ins and calls: a counter in /metrics for all of them, and log lines that an attack cannot make endless. */
import { Counter } from 'prom-client';
import type { Log } from '#server/log.ts';
import { minuteMs } from '#shared/times.ts';

/** Each event with the lines that a process logs of it in a minute. docs/running.md#traces-of-an-attack explains them. */
const linesAMinute = {
  log_in_refused: 600,
  log_in_limited: 60,
  second_factor_refused: 600,
  second_factor_limited: 60,
  password_check_refused: 600,
  signed_out: 20,
  /** The browser asks who is signed in, and nobody is: ordinary, so counted and never logged. */
  nobody_signed_in: 0,
  forbidden: 20,
  csrf: 20,
  too_many: 20,
} as const satisfies Record<string, number>;

export type SecurityEvent = keyof typeof linesAMinute;

const names = Object.keys(linesAMinute) as SecurityEvent[];

/** Registered by metrics.ts; the metrics of several processes are added up. */
export const securityEvents = new Counter({
  name: 'security_events_total',
  help: 'Refused log-ins, codes and calls, all of them, also those that were not logged',
  labelNames: ['event'],
  registers: [],
});
for (const event of names) securityEvents.inc({ event }, 0);

interface Line {
  clientAddress: string;
  requestId: string;
  method: string;
  /** A pattern, never the address itself: some hold a token. */
  route: string;
  /** An account's id, or a keyed hash of a mailbox that has none. */
  account?: string | undefined;
  limit?: string | undefined;
}

interface Window {
  until: number;
  logged: number;
  leftOut: number;
}
const windows = new Map<SecurityEvent, Window>();

/** Counts the event, and logs it unless too many of its kind were logged within a minute; then says how many were left out. */
export function noteSecurityEvent(log: Log, event: SecurityEvent, line: Line, now = Date.now()): void {
  securityEvents.inc({ event });
  const maxLines = linesAMinute[event];
  if (maxLines === 0) return;
  let window = windows.get(event);
  if (window === undefined || now >= window.until) {
    window = { until: now + minuteMs, logged: 0, leftOut: 0 };
    windows.set(event, window);
  }
  if (window.logged < maxLines) {
    window.logged++;
    log.warn({ event, ...line, clientAddress: line.clientAddress.slice(0, 64) }, 'security event');
    return;
  }
  window.leftOut++;
  if (window.leftOut > 1) return;
  const full = window;
  setTimeout(
    () => log.warn({ event, leftOut: full.leftOut }, 'security events left out of the log'),
    Math.max(0, full.until - now),
  ).unref();
}
