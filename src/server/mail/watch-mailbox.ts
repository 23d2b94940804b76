import { minuteMs } from '#shared/times.ts';
import type { MailboxEnv } from './inbound-settings.ts';
import { mailboxClient } from './open-mailbox.ts';

interface Watch {
  /** The server tells of new mail from now on. */
  onReady: () => void;
  /** Mail has come. */
  onNews: () => void;
  signal: AbortSignal;
}

/** Providers and routers drop a connection that is silent for longer: IDLE is begun anew (RFC 2177 allows 29 minutes). */
const maxIdleMs = 4 * minuteMs;

/**
 * Waits for new mail until the connection ends or the signal says so.
 * @throws Error when the server does not let the site in
 */
export async function watchMailbox(
  mailbox: MailboxEnv,
  { onReady, onNews, signal }: Watch,
): Promise<'ended' | 'no-idle'> {
  if (signal.aborted) return 'ended';
  const client = await mailboxClient(mailbox, { silenceMs: maxIdleMs + minuteMs, maxIdleMs });
  const stop = () => client.close();
  signal.addEventListener('abort', stop, { once: true });
  try {
    await client.connect();
    await client.mailboxOpen(mailbox.folder, { readOnly: true });
    if (!client.capabilities.has('IDLE')) return 'no-idle';
    client.on('exists', ({ count, prevCount }) => {
      if (count > prevCount) onNews();
    });
    const idling = client.idle();
    onReady();
    const isOver = await idling;
    // The server knows the command and refuses it; a lost connection is not usable any more.
    return isOver === false && client.usable ? 'no-idle' : 'ended';
  } finally {
    signal.removeEventListener('abort', stop);
    client.close();
  }
}
