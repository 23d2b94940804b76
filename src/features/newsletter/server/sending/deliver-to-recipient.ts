/** Sends one mail to one reader, from the claim to the result. */
import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import type { Services } from '#server/http/serve.ts';
import { composeMessage } from '#server/mail/compose-message.ts';
import type { OpenMailer } from '#server/mail/open-mailer.ts';
import { replyAddress } from '#server/mail/reply-address.ts';
import { minuteMs } from '#shared/times.ts';
import { forReader } from '../letter/lay-out-issue.ts';
import { readerLinks } from '../reader-links.ts';
import { type AddressHash, addressHash, suppress, withoutAddresses } from '../suppress.ts';
import type { Claim } from './claim-recipient.ts';
import { type Judgement, judgeRefusal } from './judge-refusal.ts';

export interface IssueToSend {
  id: string;
  subject: string;
  mailHtml: string;
  mailText: string;
  startedAt: Date;
}

type Outcome = 'sent' | 'skipped' | Judgement['verdict'];

/**
 * Waits after each failed attempt. After the last one, about 16 hours later, the recipient counts as failed.
 */
const waitsMinutes = [1, 5, 15, 60, 120, 240, 480];

/** The maximum number of attempts for a mail that crashes its sender. */
const maxAttempts = waitsMinutes.length + 4;

/**
 * A slower mail server counts as one that does not answer. Shorter than the database's limit for an idle
 * transaction.
 */
const maxMs = 45_000;

export async function deliverToRecipient(
  services: Services,
  mailer: OpenMailer,
  issue: IssueToSend,
  claim: Claim,
): Promise<Outcome> {
  const { db } = services;
  const hash = await addressHash(db);
  return db.transaction(async (tx) => {
    const reader = await lockReader(tx, hash, claim);
    if (reader === null) return 'skipped';
    if (claim.attempts > maxAttempts) {
      await settle(tx, services, claim, { status: 'failed', answer: 'Given up after many tries.' });
      return 'message';
    }
    if (reader.subscriberId === null || !reader.mayGetIt) {
      await settle(tx, services, claim, { status: 'suppressed' });
      return 'skipped';
    }
    const { subscriberId, email } = reader;
    try {
      const message = await composeFor(services, issue, { recipientId: claim.id, subscriberId, email });
      await withinTime(mailer.deliver(message, claim.id, issue.startedAt), maxMs);
    } catch (error) {
      const judgement = judgeRefusal(error);
      await noteRefusal(tx, services, claim, { hash, email, ...judgement });
      return judgement.verdict;
    }
    await settle(tx, services, claim, { status: 'sent' });
    return 'sent';
  });
}

/**
 * Locks the reader's row; null when another sender has taken it over. A reader who has unsubscribed since the
 * issue was started gets no mail.
 */
async function lockReader(tx: Database, hash: AddressHash, { id, attempts }: Claim) {
  const { rows } = await tx.execute<{ subscriberId: string | null; email: string; mayGetIt: boolean }>(sql`
    select reader.id as "subscriberId", reader.email,
      coalesce(reader.status = 'subscribed' and reader.topics && issue.topics
        and not ${hash.isSuppressed(sql`reader.email`)}, false) as "mayGetIt"
    from newsletter_recipients held
    join newsletter_issues issue on issue.id = held.issue_id
    left join newsletter_subscribers reader on reader.id = held.subscriber_id
    where held.id = ${id} and held.status = 'sending' and held.attempts = ${attempts}
    for update of held skip locked`);
  return rows[0] ?? null;
}

async function composeFor(
  services: Services,
  issue: IssueToSend,
  { recipientId, subscriberId, email }: { recipientId: string; subscriberId: string; email: string },
) {
  const links = await readerLinks(services.db, services.env, subscriberId);
  const mail = {
    to: email,
    subject: issue.subject,
    html: forReader(issue.mailHtml, links),
    text: forReader(issue.mailText, links),
    unsubscribeUrl: links.unsubscribeUrl,
  };
  const message = composeMessage(mail, { ...services, jobId: recipientId, queuedAt: issue.startedAt });
  const inbound = services.env.inbound?.address;
  if (inbound === undefined) return message;
  // Mail servers return what they cannot deliver to the sender of the envelope: it names this reader.
  const from = await replyAddress(services.db, inbound, { id: recipientId, side: 'bounce' });
  return { ...message, envelope: { from, to: email } };
}

async function noteRefusal(
  tx: Database,
  services: Services,
  claim: Claim,
  { verdict, answer, email, hash }: Judgement & { email: string; hash: AddressHash },
): Promise<void> {
  if (verdict === 'server') {
    // Not this reader's fault, so the attempt does not count.
    await retry(tx, claim, { at: new Date(services.now().getTime() + minuteMs), answer, attempts: claim.attempts - 1 });
    return;
  }
  if (verdict === 'address') await suppress(tx, hash, { email, reason: 'refused', detail: answer });
  const wait = waitsMinutes[claim.attempts - 1];
  if (verdict === 'later' && wait !== undefined) {
    const at = new Date(services.now().getTime() + wait * minuteMs);
    await retry(tx, claim, { at, answer, attempts: claim.attempts });
    return;
  }
  await settle(tx, services, claim, { status: 'failed', answer });
}

async function retry(
  tx: Database,
  { id }: Claim,
  { at, answer, attempts }: { at: Date; answer: string; attempts: number },
): Promise<void> {
  await tx.execute(sql`
    update newsletter_recipients set status = 'queued', attempts = ${attempts}, answer = ${withoutAddresses(answer)},
      next_attempt_at = ${at.toISOString()}::timestamptz
    where id = ${id}`);
}

async function settle(
  tx: Database,
  { now }: Services,
  { id }: Claim,
  { status, answer }: { status: 'sent' | 'failed' | 'suppressed'; answer?: string },
): Promise<void> {
  await tx.execute(sql`
    update newsletter_recipients set status = ${status}, finished_at = ${now().toISOString()}::timestamptz,
      answer = ${answer === undefined ? null : withoutAddresses(answer)}
    where id = ${id}`);
}

async function withinTime(work: Promise<void>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const error = Object.assign(new Error('The mail server took too long'), { timeoutType: 'SOCKET_TIMEOUT' });
    timer = setTimeout(reject, ms, error);
  });
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
