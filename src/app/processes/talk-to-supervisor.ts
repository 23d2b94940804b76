/** The messages between a process of the site and its supervisor. */

/**
 * 'idle' comes from a process that runs on demand: `seen` counts the connections that it was given, `wakeInMs` says when
 * it has work again by itself.
 */
export type ReportToSupervisor =
  | { type: 'listening' }
  | { type: 'ready' }
  | { type: 'idle'; seen: number; wakeInMs: number | null };
/** 'retire': a successor is up; take nothing new, and end when the last client has left. 'prepared': the database is. */
export type OrderFromSupervisor = { type: 'stop' } | { type: 'retire' } | { type: 'prepared' };

/**
 * 'listening': the port is open, whatever the database does. 'ready': everything it needs has answered once.
 */
export function report(message: ReportToSupervisor): void {
  if (process.connected) process.send?.(message);
}

/**
 * Runs `stop` once, at the supervisor's order, at SIGTERM, or when the supervisor is gone; then ends the
 * process. The supervisor waits 10 s and then kills.
 * @param retire runs before, when a successor is up; `stop` may be ordered meanwhile
 */
export function onStop(stop: () => Promise<void>, retire: () => Promise<void> = async () => undefined): void {
  let stopping = false;
  const end = () => {
    if (stopping) return;
    stopping = true;
    stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on('message', (message: OrderFromSupervisor) => {
    if (message?.type === 'stop') end();
    if (message?.type === 'retire') retire().then(end, end);
  });
  process.on('SIGTERM', end);
  process.on('disconnect', end);
  // Ctrl-C in a terminal, and the terminal's end, reach every process at once; the supervisor decides what they mean.
  process.on('SIGINT', () => undefined);
  process.on('SIGHUP', () => undefined);
}
