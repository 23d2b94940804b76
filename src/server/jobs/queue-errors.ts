import type { Log } from '#server/log.ts';
import { minuteMs } from '#shared/times.ts';

/** The driver's and the system's words while the database is away. */
const awayWords =
  /timeout exceeded when trying to connect|connection terminated|connection error|terminating connection|is (?:starting up|shutting down)|no answer|ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN/i;
/** The queue's own note about who asked; each queue has a line of its own otherwise. */
const who = / \(Queue: [^)]*\)$/;
const quietMs = minuteMs;

/**
 * Logs the errors of the job queue: every queue polls every two seconds, and while the database hangs each would be a line. The same
 * trouble is said once, until it has been away for a minute; what comes meanwhile goes to the level debug.
 */
export function queueErrors(log: Log, now: () => number = performance.now.bind(performance)): (error: Error) => void {
  const lastAt = new Map<string, number>();
  return ({ message }) => {
    const reason = message.replace(who, '');
    const isAway = awayWords.test(reason);
    const trouble = isAway ? 'away' : reason;
    const at = now();
    for (const [one, since] of lastAt) if (at - since > quietMs) lastAt.delete(one);
    const isKnown = lastAt.has(trouble);
    lastAt.set(trouble, at);
    const words = isAway
      ? 'the job queue does not reach the database, and goes on trying: said once'
      : 'The job queue reported an error';
    log[isKnown ? 'debug' : 'warn']({ part: 'jobs', reason }, words);
  };
}
