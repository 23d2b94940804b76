/** Hands a queued mail to the mail server, or puts it into the outbox folder where there is none. */
import { mkdir, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type Mailer from 'nodemailer/lib/mailer';
import { bindJob, HopelessJob, type JobRun } from '#server/jobs/bind-job.ts';
import { composeMessage } from './compose-message.ts';
import { type Mail, sendMail } from './send-mail.ts';

export const mailJob = bindJob(sendMail, deliverMail, { concurrency: 4 });

async function deliverMail(mail: Mail, run: JobRun): Promise<void> {
  const message = composeMessage(mail, run);
  if (run.env.smtpUrl === undefined) await writeToOutbox(message, run);
  else await sendBySmtp(message, run.env.smtpUrl);
}

const isLoopback = (hostname: string) => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);

async function sendBySmtp(message: Mailer.Options, smtpUrl: string): Promise<void> {
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 60_000,
    // Nobody stands between two programs on one machine, and a mail server there has seldom a certificate of its own.
    ...(isLoopback(new URL(smtpUrl).hostname) ? { tls: { rejectUnauthorized: false } } : {}),
  });
  try {
    await transport.sendMail(message);
  } catch (error) {
    if (isRefusedForGood(error as SmtpError)) throw new HopelessJob((error as Error).message, { cause: error });
    throw error;
  } finally {
    transport.close();
  }
}

interface SmtpError extends Error {
  code?: string;
  command?: string;
  responseCode?: number;
}

/** A 5xx for this mailbox or this message. Other 5xx (log-in, sender) are our own settings: they can be mended. */
function isRefusedForGood({ code, command, responseCode }: SmtpError): boolean {
  if (responseCode === undefined) return code === 'EENVELOPE';
  return responseCode >= 500 && (command === 'RCPT TO' || command === 'DATA');
}

/** One file a job, written whole or not at all; a repeated job writes the same file again. Names sort by time. */
async function writeToOutbox(message: Mailer.Options, { env, jobId, queuedAt }: JobRun): Promise<void> {
  const { message: bytes } = await createTransport({
    streamTransport: true,
    buffer: true,
    newline: 'windows',
  }).sendMail(message);
  const folder = join(env.dataDir, 'outbox');
  await mkdir(folder, { recursive: true });
  const name = `${queuedAt.toISOString().replace(/[:.]/g, '-')}-${jobId}.eml`;
  const draft = join(folder, `.${jobId}.draft`);
  const file = await open(draft, 'w');
  try {
    await file.writeFile(bytes as Buffer);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, join(folder, name));
}
