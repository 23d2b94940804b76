/** The messages between a web or worker process and its supervisor. */

export type ReportToSupervisor = { type: 'listening' } | { type: 'ready' };
type OrderFromSupervisor = { type: 'stop' };

/**
 * 'listening': the port is open, whatever the database does. 'ready': everything it needs has answered once.
 */
export function report(message: ReportToSupervisor): void {
  if (process.connected) process.send?.(message);
}

/**
 * Runs `stop` once, at the supervisor's order, at SIGTERM, or when the supervisor is gone; then ends the
 * process. The supervisor waits 10 s and then kills.
 */
export function onStop(stop: () => Promise<void>): void {
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
  });
  process.on('SIGTERM', end);
  process.on('disconnect', end);
  // Ctrl-C in a terminal reaches every process at once; the supervisor decides when this one stops.
  process.on('SIGINT', () => undefined);
}

interface WebAddress {
  port: number;
  host: string;
  reusePort: boolean;
}

/**
 * The address for `server.listen`. When several processes share a port, the system distributes connections:
 * Node's own distribution loses a connection that it hands to a process that dies.
 */
export function webAddress(env: { port: number; host: string; webConcurrency: number }): WebAddress {
  return { port: env.port, host: env.host, reusePort: env.webConcurrency > 1 && process.platform === 'linux' };
}
