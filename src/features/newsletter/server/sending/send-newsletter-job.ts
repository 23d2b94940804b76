import { sql } from 'drizzle-orm';
import type { Services } from '#server/http/serve.ts';
import { bindJob } from '#server/jobs/bind-job.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { openMailer } from '#server/mail/open-mailer.ts';
import { minuteMs } from '#shared/times.ts';
import { startIssue } from '../issues/start-issue.ts';
import { newsletterClock, sendNewsletter } from './newsletter-jobs.ts';
import { sendSlice } from './send-slice.ts';

/** Shorter than the time that a stopping worker waits. */
const sliceMs = 4_000;
/** After this much silence from the mail server, the mail is retried later. */
const silenceMs = 20_000;
/** A later retry is left to the minute job (newsletter-clock). */
const farMs = minuteMs;

export const sendNewsletterJob = bindJob(sendNewsletter, async ({ issueId }, run) => {
  const mailer = openMailer(run.env, { isBulk: true, silenceMs });
  try {
    const next = await sendSlice(run, { issueId, mailer, sliceMs });
    if (next === null || next.getTime() > run.now().getTime() + farMs) return;
    const isNow = next <= run.now();
    await enqueue(
      run.db,
      sendNewsletter,
      { issueId },
      { singletonKey: issueId, ...(isNow ? {} : { startAfter: next }) },
    );
  } finally {
    mailer.close();
  }
});

export const newsletterClockJob = bindJob(newsletterClock, (_, run) => wakeIssues(run));

export async function wakeIssues(services: Services): Promise<void> {
  const { db, now } = services;
  const { rows } = await db.execute<{ id: string; status: string }>(sql`
    select id, status from newsletter_issues
    where status = 'sending' or (status = 'scheduled' and scheduled_at <= ${now().toISOString()}::timestamptz)`);
  for (const { id, status } of rows) {
    if (status === 'scheduled') await startIssue(services, id);
    else await enqueue(db, sendNewsletter, { issueId: id }, { singletonKey: id });
  }
}
