/**
 * Leaves a trace of log-ins, refusals and changes of rights: a counter in /metrics for all of them, and log lines and rows
 * of the security log that an attack cannot make endless.
 */
import { Counter } from 'prom-client';
import { type CallContext, currentCall } from '#server/call-context.ts';
import type { Database } from '#server/db/client.ts';
import type { Log } from '#server/log.ts';
import { keepSecurityRow } from '#server/security-log.ts';
import { minuteMs } from '#shared/times.ts';

/** Each refusal with the lines that a process logs of it in a minute. docs/running.md#the-security-log explains them. */
const linesAMinute = {
  log_in_refused: 600,
  log_in_limited: 60,
  log_in_slowed: 20,
  second_factor_refused: 600,
  second_factor_limited: 60,
  second_factor_slowed: 20,
  password_check_refused: 600,
  signed_out: 20,
  /** The browser asks who is signed in, and nobody is: ordinary, so counted and never logged. */
  nobody_signed_in: 0,
  forbidden: 20,
  csrf: 20,
  too_many: 20,
  inbound_mail_refused: 20,
} as const satisfies Record<string, number>;

export type SecurityEvent = keyof typeof linesAMinute;

const names = Object.keys(linesAMinute) as SecurityEvent[];

/** Registered by metrics.ts; the metrics of several processes are added up. */
export const securityEvents = new Counter({
  name: 'security_events_total',
  help: 'Log-ins, refusals and changes of rights, all of them, also those that were not logged',
  labelNames: ['event'],
  registers: [],
});
for (const event of names) securityEvents.inc({ event }, 0);

/** Marks the lines of this log among all others. */
const stream = 'security';

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

interface Sinks {
  db: Database;
  log: Log;
}

interface Window {
  until: number;
  logged: number;
  leftOut: number;
}
const windows = new Map<SecurityEvent, Window>();

/** Counts the event, and logs it unless too many of its kind were logged within a minute; then says how many were left out. */
export function noteSecurityEvent(sinks: Sinks, event: SecurityEvent, line: Line, now = Date.now()): void {
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
    const clientAddress = line.clientAddress.slice(0, 64);
    sinks.log.warn({ stream, event, ...line, clientAddress }, 'security event');
    const { account, limit, requestId, method, route } = line;
    const data = limit === undefined ? null : { limit };
    keepSecurityRow(sinks, { event, at: new Date(), account, clientAddress, requestId, method, route, data });
    return;
  }
  window.leftOut++;
  if (window.leftOut > 1) return;
  const full = window;
  setTimeout(
    () => {
      const { leftOut } = full;
      sinks.log.warn({ stream, event, leftOut }, 'security events left out of the log');
      keepSecurityRow(sinks, { event, at: new Date(), data: { leftOut } });
    },
    Math.max(0, full.until - now),
  ).unref();
}

/** For a call or job that has succeeded. Changes are never left out. */
export function noteSecurityChanges(
  sinks: Sinks,
  { changes, clientAddress, requestId, method, route }: CallContext,
): void {
  for (const { event, account, subject } of changes) {
    securityEvents.inc({ event });
    const line = { account, clientAddress: clientAddress.slice(0, 64), requestId, method, route: route() };
    sinks.log.info({ stream, event, ...line, subject }, 'security event');
    keepSecurityRow(sinks, { event, at: new Date(), ...line, data: subject === account ? null : { subject } });
  }
}

/** For a try that waits before it is answered, because many came before it. */
export function noteSlowed(request: Sinks, event: 'log_in_slowed' | 'second_factor_slowed', account: string): void {
  const call = currentCall();
  if (call === undefined) return;
  const { requestId, clientAddress, method, route } = call;
  noteSecurityEvent(request, event, { requestId, clientAddress, method, route: route(), account });
}
