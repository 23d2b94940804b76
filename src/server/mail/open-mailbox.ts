/** Reads a mailbox by IMAP. */
import type { ImapFlow } from 'imapflow';
import { minuteMs } from '#shared/times.ts';
import type { MailboxEnv } from './inbound-settings.ts';

/** Loaded where a mailbox is named; most sites have none. */
const imapflow = () => import('imapflow');

interface FoundMail {
  uid: number;
  /** Bytes. */
  size: number;
  /** The raw headers that may name the recipient. */
  headers: string;
}

export interface OpenMailbox {
  /** Distinguishes the mailbox from one of that name that was made anew: their numbers of mails have nothing in common. */
  validity: string;
  /** The numbers of unread mails, oldest first. */
  unread(): Promise<number[]>;
  /** Counts the mails with a flag: this site sets it on those that it could not keep. */
  countFlagged(): Promise<number>;
  /** Leaves the mails unread. */
  look(uids: readonly number[]): Promise<FoundMail[]>;
  /** A whole mail, left unread; null when it is gone. */
  read(uid: number): Promise<Buffer | null>;
  /** Marks a mail as read, and with a flag one that a person should see. */
  mark(uid: number, how: 'done' | 'flagged'): Promise<void>;
}

const addressHeaders = ['to', 'cc', 'delivered-to', 'x-original-to', 'envelope-to', 'x-envelope-to', 'x-forwarded-to'];

interface Patience {
  /** A server that says nothing for so long is given up. */
  silenceMs: number;
  /** A wait for new mail is begun anew after this time. */
  maxIdleMs?: number;
}

/** The caller connects and closes it. */
export async function mailboxClient(
  { host, port, isSecure, isLocal, user, password }: MailboxEnv,
  { silenceMs, maxIdleMs }: Patience,
): Promise<ImapFlow> {
  const { ImapFlow } = await imapflow();
  const client = new ImapFlow({
    ...{ host, port, secure: isSecure, auth: { user, pass: password }, logger: false, disableAutoIdle: true },
    ...(isLocal ? { tls: { rejectUnauthorized: false } } : isSecure ? {} : { doSTARTTLS: true }),
    ...{ connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: silenceMs },
    ...(maxIdleMs === undefined ? {} : { maxIdleTime: maxIdleMs }),
  });
  // Calls that wait fail with it; without a listener it would end the process.
  client.on('error', () => undefined);
  return client;
}

/** @throws Error with the server's own words when it does not let the site in, or the folder is not there */
export async function withMailbox<T>(
  mailbox: MailboxEnv,
  use: (mailbox: OpenMailbox) => Promise<T>,
  silenceMs = minuteMs,
): Promise<T> {
  const client = await mailboxClient(mailbox, { silenceMs });
  try {
    await client.connect();
    const lock = await client.getMailboxLock(mailbox.folder);
    try {
      return await use(asMailbox(client));
    } finally {
      lock.release();
      await client.logout().catch(() => undefined);
    }
  } catch (error) {
    throw new Error(reasonOf(error), { cause: error });
  } finally {
    client.close();
  }
}

/** The server's words say more than "Command failed"; as a part of a sentence. */
function reasonOf(error: unknown): string {
  const { responseText, message } = error as Error & { responseText?: string };
  return (responseText || message).replace(/\.$/, '');
}

function asMailbox(client: ImapFlow): OpenMailbox {
  const uid = true;
  const numbers = async (query: { seen: boolean } | { flagged: boolean }) =>
    ((await client.search(query, { uid })) || []).toSorted((a, b) => a - b);
  return {
    validity: String(client.mailbox ? client.mailbox.uidValidity : 0),
    unread: () => numbers({ seen: false }),
    countFlagged: async () => (await numbers({ flagged: true })).length,
    look: async (uids) => {
      if (uids.length === 0) return [];
      const found = await client.fetchAll(uids.join(','), { uid, size: true, headers: addressHeaders }, { uid });
      return found.map((mail) => ({ uid: mail.uid, size: mail.size ?? 0, headers: mail.headers?.toString() ?? '' }));
    },
    read: async (number) => {
      const found = await client.fetchOne(String(number), { source: true }, { uid });
      return found ? (found.source ?? null) : null;
    },
    mark: async (number, how) => {
      await client.messageFlagsAdd(String(number), how === 'done' ? ['\\Seen'] : ['\\Seen', '\\Flagged'], { uid });
    },
  };
}
