/** Opens the transport for mail: the mail server, or the outbox folder when there is none. */
import { mkdir, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type Mailer from 'nodemailer/lib/mailer';
import { isThisMachine } from '#server/demand-tls.ts';
import type { Env } from '#server/env.ts';
import { syncFolder } from '#server/storage/sync-folder.ts';
import { minuteMs } from '#shared/times.ts';

export interface OpenMailer {
  /** @param id names the file in the outbox, so the same mail replaces itself. @throws SmtpError */
  deliver(message: Mailer.Options, id: string, queuedAt: Date): Promise<void>;
  /** Connects to the mail server and logs in, without a mail. @throws SmtpError */
  greet(): Promise<void>;
  close(): void;
}

export interface SmtpError extends Error {
  code?: string;
  command?: string;
  responseCode?: number;
  response?: string;
  /** For a timeout: before the connection was open, or on it. */
  timeoutType?: string;
}

/** Loaded with the first mail; most processes send none. */
const nodemailer = () => import('nodemailer');

interface MailerOptions {
  /** Keeps one connection for all mails instead of a new one for each. */
  isBulk?: boolean;
  /** The mail server may be silent for this long. */
  silenceMs?: number;
}

export function openMailer(env: Env, { isBulk = false, silenceMs = minuteMs }: MailerOptions = {}): OpenMailer {
  const { smtpUrl, smtpTls, dataDir } = env;
  if (smtpUrl === undefined) {
    return {
      deliver: (message, id, queuedAt) => writeToOutbox(message, { dataDir, id, queuedAt }),
      greet: async () => undefined,
      close: () => undefined,
    };
  }
  const options = {
    url: smtpUrl,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: silenceMs,
    // A mail server on the same machine seldom has a valid certificate, and nobody can listen in between.
    ...(isThisMachine(new URL(smtpUrl).hostname) ? { tls: { rejectUnauthorized: false } } : { requireTLS: smtpTls }),
  };
  // nodemailer must not resend a message by itself: the database records every attempt first.
  const open = async () => {
    const { createTransport } = await nodemailer();
    return isBulk
      ? createTransport({ ...options, pool: true, maxConnections: 1, maxMessages: 1000, maxRequeues: 0 })
      : createTransport(options);
  };
  let transport: ReturnType<typeof open> | undefined;
  const opened = () => {
    transport ??= open();
    return transport;
  };
  return {
    deliver: async (message) => void (await (await opened()).sendMail(message)),
    greet: async () => void (await (await opened()).verify()),
    close: () => void transport?.then((open) => open.close()),
  };
}

/** Writes one file per mail, whole or not at all. Names sort by time. */
async function writeToOutbox(
  message: Mailer.Options,
  { dataDir, id, queuedAt }: { dataDir: string; id: string; queuedAt: Date },
): Promise<void> {
  const { createTransport } = await nodemailer();
  const { message: bytes } = await createTransport({
    streamTransport: true,
    buffer: true,
    newline: 'windows',
  }).sendMail(message);
  const folder = join(dataDir, 'outbox');
  await mkdir(folder, { recursive: true });
  const name = `${queuedAt.toISOString().replace(/[:.]/g, '-')}-${id}.eml`;
  const draft = join(folder, `.${id}.draft`);
  const file = await open(draft, 'w');
  try {
    await file.writeFile(bytes as Buffer);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, join(folder, name));
  await syncFolder(folder);
}
