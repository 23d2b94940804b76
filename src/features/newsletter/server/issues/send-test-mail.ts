import { eq } from 'drizzle-orm';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import { newsletterIssues } from '#server/db/schema/index.ts';
import type { Services, SessionUser } from '#server/http/serve.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { sendMail } from '#server/mail/send-mail.ts';
import { Blocks } from '../../blocks.ts';
import { fillBlocks } from '../letter/collect-items.ts';
import { forReader, layOutIssueHtml, layOutIssueText } from '../letter/lay-out-issue.ts';
import { type IssueRow, lockIssue } from './lock-issue.ts';

/** Exactly the mail, but for the links to leave: they are no reader’s, so that a forwarded test unsubscribes nobody. */
export async function layOutPreview(
  services: Services,
  issue: Pick<IssueRow, 'subject' | 'preheader' | 'blocks' | 'slug' | 'mailHtml' | 'mailText'>,
): Promise<{ html: string; text: string }> {
  const { db, city, env, now } = services;
  const links = {
    unsubscribeUrl: `${env.siteUrl}/newsletter/unsubscribe`,
    preferencesUrl: `${env.siteUrl}/newsletter/preferences`,
  };
  if (issue.mailHtml !== null && issue.mailText !== null) {
    return { html: forReader(issue.mailHtml, links), text: forReader(issue.mailText, links) };
  }
  const filled = await fillBlocks(db, Blocks.parse(issue.blocks), { now: now(), timeZone: city.facts.timeZone });
  const letter = { ...issue, blocks: filled, archiveUrl: `${env.siteUrl}/newsletter/archive` };
  return {
    html: forReader(layOutIssueHtml(letter, { city, env }), links),
    text: forReader(layOutIssueText(letter, { city, env }), links),
  };
}

/** @throws Problem 'not_found' */
export async function sendTestMail(services: Services, { id, user }: { id: string; user: SessionUser }): Promise<void> {
  const { db, now } = services;
  await db.transaction(async (tx) => {
    const issue = await lockIssue(tx, id);
    const mail = await layOutPreview({ ...services, db: tx }, issue);
    await enqueue(tx, sendMail, { to: user.email, subject: `[Test] ${issue.subject}`, ...mail });
    await tx
      .update(newsletterIssues)
      .set({ testedVersion: issue.version, testedAt: now() })
      .where(eq(newsletterIssues.id, id));
    await writeAudit(tx, {
      actorId: user.id,
      action: 'newsletter.tested',
      subjectType: 'newsletter-issue',
      subjectId: id,
      data: { subject: issue.subject, version: issue.version },
    });
  });
}
