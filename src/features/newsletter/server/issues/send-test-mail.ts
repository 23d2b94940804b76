import { eq } from 'drizzle-orm';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import { newsletterIssues } from '#server/db/schema/index.ts';
import type { Services, SessionUser } from '#server/http/serve.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { sendMail } from '#server/mail/send-mail.ts';
import { lockIssue } from './lock-issue.ts';
import { layOutPreview } from './preview-issue.ts';

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
