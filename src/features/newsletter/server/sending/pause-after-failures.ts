import { and, eq, sql } from 'drizzle-orm';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import { newsletterIssues } from '#server/db/schema/index.ts';
import type { Services } from '#server/http/serve.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { layOutLetter, oneLine } from '#server/mail/lay-out-letter.ts';
import { sendMail } from '#server/mail/send-mail.ts';

const lookedAt = 100;
/** In percent. Above 5 % of refusals, mail services begin to treat the sender as a buyer of address lists. */
const maxFailures = 5;

/** Pauses an issue when too many of its last mails were refused, and mails staff. Returns whether it did. */
export async function pauseAfterFailures({ db, city, env }: Services, issueId: string): Promise<boolean> {
  const { rows } = await db.execute<{ failed: number; of: number }>(sql`
    select count(*) filter (where status = 'failed')::int as failed, count(*)::int as of from (
      select held.status from newsletter_recipients held
      join newsletter_issues issue on issue.id = held.issue_id
      where held.issue_id = ${issueId} and held.status in ('sent', 'failed')
        and held.finished_at > coalesce(issue.resumed_at, '-infinity')
      order by held.finished_at desc limit ${lookedAt}) latest`);
  const { failed = 0, of = 0 } = rows[0] ?? {};
  if (failed <= maxFailures) return false;
  return db.transaction(async (tx) => {
    const [paused] = await tx
      .update(newsletterIssues)
      .set({ status: 'paused', trouble: `${failed} of the last ${of} mails were refused.` })
      .where(and(eq(newsletterIssues.id, issueId), eq(newsletterIssues.status, 'sending')))
      .returning({ subject: newsletterIssues.subject });
    if (!paused) return false;
    await writeAudit(tx, {
      actorId: null,
      by: 'site',
      action: 'newsletter.paused-by-failures',
      subjectType: 'newsletter-issue',
      subjectId: issueId,
      data: { failed, of },
    });
    const letter = layOutLetter(city, env, {
      subject: `The newsletter is paused: ${oneLine(paused.subject)}`,
      parts: [
        `${failed} of the last ${of} mails of this issue were refused, so we stopped. Nobody is lost: those who have not got it still can.`,
        'Look at what the mail servers answered. Mostly the list holds old addresses, which are left out from now on; then resume.',
        { label: 'See what happened', url: `${env.siteUrl}/staff/newsletter/${issueId}` },
      ],
    });
    await enqueue(tx, sendMail, { to: city.facts.contact.email, ...letter });
    return true;
  });
}
