/** Sends an issue for a few seconds, one mail at a time. */
import { setTimeout as sleep } from 'node:timers/promises';
import { and, eq, sql } from 'drizzle-orm';
import { newsletterIssues } from '#server/db/schema/index.ts';
import type { Services } from '#server/http/serve.ts';
import type { OpenMailer } from '#server/mail/open-mailer.ts';
import { withoutAddresses } from '../suppress.ts';
import { claimRecipient, nextAttemptAt } from './claim-recipient.ts';
import { deliverToRecipient, type IssueToSend } from './deliver-to-recipient.ts';
import { pauseAfterFailures } from './pause-after-failures.ts';
import { reserveSlot } from './reserve-slot.ts';

/** After this many unreachable readers in a row, the mail server is the cause. */
const maxInARow = 5;

interface Slice {
  issueId: string;
  mailer: OpenMailer;
  sliceMs: number;
}

/** Returns when to continue; null when there is nothing to do for now. */
export async function sendSlice(services: Services, { issueId, mailer, sliceMs }: Slice): Promise<Date | null> {
  const { db, now } = services;
  const until = new Date(now().getTime() + sliceMs);
  const issue = await readIssue(services, issueId);
  if (issue === null) return null;
  let unreachable = 0;
  while (now() < until) {
    const slot = await reserveSlot(db, until);
    if (slot > until) return slot;
    await sleep(Math.max(0, slot.getTime() - now().getTime()));
    const claim = await claimRecipient(db, issueId, now());
    if (claim === null) return finish(services, issueId);
    const outcome = await deliverToRecipient(services, mailer, issue, claim);
    if (outcome === 'address' || outcome === 'message' || outcome === 'later') {
      if (await pauseAfterFailures(services, issueId)) return null;
    }
    if (outcome !== 'skipped') unreachable = outcome === 'later' || outcome === 'server' ? unreachable + 1 : 0;
    if (outcome === 'server' || unreachable >= maxInARow) {
      await noteTrouble(services, issueId);
      return null;
    }
    if (outcome === 'sent') await forgetTrouble(services, issue);
  }
  return until;
}

async function readIssue(
  { db }: Services,
  issueId: string,
): Promise<(IssueToSend & { trouble: string | null }) | null> {
  const { id, subject, mailHtml, mailText, startedAt, trouble } = newsletterIssues;
  const [issue] = await db
    .select({ id, subject, mailHtml, mailText, startedAt, trouble })
    .from(newsletterIssues)
    .where(and(eq(newsletterIssues.id, issueId), eq(newsletterIssues.status, 'sending')));
  if (!issue || issue.mailHtml === null || issue.mailText === null || issue.startedAt === null) return null;
  return { ...issue, mailHtml: issue.mailHtml, mailText: issue.mailText, startedAt: issue.startedAt };
}

/**
 * Called when no recipient is due: ends the issue when all were tried for the last time, else returns the
 * time of the next retry.
 */
async function finish({ db, now }: Services, issueId: string): Promise<Date | null> {
  const { rowCount } = await db.execute(sql`
    update newsletter_issues issue set status = 'sent', finished_at = ${now().toISOString()}::timestamptz, trouble = null
    where issue.id = ${issueId} and issue.status = 'sending' and not exists (
      select from newsletter_recipients waiting
      where waiting.issue_id = issue.id and waiting.status in ('queued', 'sending'))`);
  if (rowCount) return null;
  const next = await nextAttemptAt(db, issueId);
  // A recipient is due but cannot be taken: another sender has it.
  return next === null ? null : new Date(Math.max(next.getTime(), now().getTime() + 2000));
}

/** Notes the trouble for staff; the minute job wakes the issue up again. */
async function noteTrouble({ db, log }: Services, issueId: string): Promise<void> {
  const { rows } = await db.execute<{ answer: string | null }>(sql`
    select answer from newsletter_recipients where issue_id = ${issueId} and status = 'queued' and answer is not null
    order by next_attempt_at desc limit 1`);
  const answer = withoutAddresses(rows[0]?.answer ?? '');
  log.warn(
    { part: 'newsletter', issueId, answer },
    'The mail server refuses newsletters for now; sending is paused and retried',
  );
  await db
    .update(newsletterIssues)
    .set({ trouble: `The mail server takes no mail right now; we try again every minute. It says: ${answer}` })
    .where(and(eq(newsletterIssues.id, issueId), eq(newsletterIssues.status, 'sending')));
}

async function forgetTrouble({ db }: Services, issue: { id: string; trouble: string | null }): Promise<void> {
  if (issue.trouble === null) return;
  issue.trouble = null;
  await db
    .update(newsletterIssues)
    .set({ trouble: null })
    .where(and(eq(newsletterIssues.id, issue.id), eq(newsletterIssues.status, 'sending')));
}
