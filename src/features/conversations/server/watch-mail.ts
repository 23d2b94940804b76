/** Hears of new replies at once: keeps a connection to the mailbox open where its server offers IDLE. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Services } from '#server/http/serve.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { watchMailbox } from '#server/mail/watch-mailbox.ts';
import { minuteMs } from '#shared/times.ts';
import { fetchMailJob } from './fetch-mail.ts';

const maxPauseMs = 5 * minuteMs;
/** A connection that ends sooner counts as failed: a server that drops each one at once is not asked every second. */
const lastsMs = minuteMs;

/**
 * Queues a fetch when a mail comes, and after each new connection, for what came while there was none. The clock fetches
 * besides (src/app/wiring/jobs.ts), so a mailbox that cannot be watched is read all the same.
 */
export async function watchMail({ env, db, log }: Services, signal: AbortSignal): Promise<void> {
  const mailbox = env.inbound?.mailbox;
  if (mailbox === undefined) return;
  const told = { part: 'inbound mail' };
  const fetchSoon = () =>
    void enqueue(db, fetchMailJob, {}, { singletonKey: 'news' }).catch((error: unknown) =>
      log.warn({ ...told, err: error }, 'a fetch of new mail could not be queued: the clock will do it'),
    );
  let failures = 0;
  while (!signal.aborted) {
    const begunAt = performance.now();
    try {
      const end = await watchMailbox(mailbox, { onReady: fetchSoon, onNews: fetchSoon, signal });
      if (end === 'no-idle') {
        log.info(told, 'the mail server does not tell of new mail: the mailbox is looked into every minute');
        return;
      }
    } catch (error) {
      // The fetches of the clock log a mailbox that refuses the site; this line would double each of theirs.
      log.debug({ ...told, err: error }, 'the mailbox cannot be watched');
    }
    if (performance.now() - begunAt > lastsMs) failures = 0;
    const pauseMs = Math.min(maxPauseMs, 1000 * 2 ** failures++);
    await sleep(pauseMs, undefined, { signal, ref: false }).catch(() => undefined);
  }
}
