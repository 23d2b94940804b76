/** Fetches replies from a mailbox that the site reads by IMAP. Each goes the way of the webhook. */
import * as z from 'zod/mini';
import type { Services } from '#server/http/serve.ts';
import { type BoundJob, bindJob } from '#server/jobs/bind-job.ts';
import { defineJob } from '#server/jobs/define-job.ts';
import { type OpenMailbox, withMailbox } from '#server/mail/open-mailbox.ts';
import { tokensIn } from '#server/mail/reply-address.ts';
import type { MailResult } from '../inbound-contract.ts';
import { maxMailBytes } from './read-mail.ts';
import { receiveMail, type Ways } from './receive-mail.ts';

export const fetchMailJob = defineJob('fetch-mail', z.object({}), {
  ...{ isSingleton: true, keepDays: 1, retries: 0, timeoutSeconds: 600 },
});

/** Mails of one run; the next minute takes the next ones. */
const maxMails = 100;
/** Mails whose headers are asked for at once. */
const sliceSize = 200;

export const bindFetchMail = (ways: Ways): BoundJob => bindJob(fetchMailJob, (_, run) => fetchMail(ways, run));

/** Mails to people, which a mailbox may hold besides: looked at once by this process, and left unread. */
const foreign = { validity: '', uids: new Set<number>() };

/** Never throws: a mailbox that cannot be reached is logged, and the check-up says it (docs/mail.md). */
export async function fetchMail(ways: Ways, services: Services): Promise<void> {
  const { env, log } = services;
  const mailbox = env.inbound?.mailbox;
  if (mailbox === undefined) return;
  try {
    await withMailbox(mailbox, (open) => takeUnread(open, ways, services));
  } catch (error) {
    log.error({ part: 'inbound mail', err: error }, 'the mailbox could not be read');
  }
}

async function takeUnread(mailbox: OpenMailbox, ways: Ways, services: Services): Promise<void> {
  if (foreign.validity !== mailbox.validity) Object.assign(foreign, { validity: mailbox.validity, uids: new Set() });
  const pattern = services.env.inbound?.address ?? '';
  const unread = (await mailbox.unread()).filter((uid) => !foreign.uids.has(uid));
  /** Replies that their conversations take no more of for now, by the address's token: they stay unread, and keep no other mail waiting. */
  const full = new Set<string>();
  let taken = 0;
  for (let from = 0; from < unread.length && taken < maxMails; from += sliceSize) {
    for (const { uid, size, headers } of await mailbox.look(unread.slice(from, from + sliceSize))) {
      if (taken >= maxMails) return;
      const token = tokenIn(headers, pattern);
      if (token === undefined) foreign.uids.add(uid);
      if (token === undefined || full.has(token)) continue;
      if ((await takeOne(uid, size, mailbox, { ways, services })) === 'too-many') full.add(token);
      else taken++;
    }
  }
}

/** The token of the first reply's address in these headers, signed or not. */
function tokenIn(headers: string, pattern: string): string | undefined {
  const words = headers.split(/[\s<>,;:"']+/).filter((word) => word.includes('@'));
  return tokensIn(words, pattern).find((token) => /^[a-z][a-z2-7]{50}$/.test(token));
}

/** A mail that is kept, known already, of a program, or of somebody whom a business has blocked, is done. */
const done: ReadonlySet<MailResult> = new Set(['kept', 'known', 'automatic', 'blocked']);

/** Null for a mail that was not given to a conversation: it is too large, gone, or could not be kept. */
async function takeOne(
  uid: number,
  size: number,
  mailbox: OpenMailbox,
  { ways, services }: { ways: Ways; services: Services },
): Promise<MailResult | null> {
  const { log } = services;
  const told = { part: 'inbound mail', uid };
  if (size > maxMailBytes) {
    log.warn(told, 'a mail in the mailbox is larger than 10 MB: it is flagged there and not kept');
    await mailbox.mark(uid, 'flagged');
    return null;
  }
  const raw = await mailbox.read(uid);
  if (raw === null) return null;
  let result: MailResult;
  try {
    result = await receiveMail(raw, ways, services);
  } catch (error) {
    log.error({ ...told, err: error }, 'a mail in the mailbox could not be kept: it stays unread and is tried again');
    return null;
  }
  if (result === 'too-many') return result;
  if (!done.has(result)) log.warn({ ...told, result }, 'a mail in the mailbox is flagged there and not kept');
  await mailbox.mark(uid, done.has(result) ? 'done' : 'flagged');
  return result;
}
