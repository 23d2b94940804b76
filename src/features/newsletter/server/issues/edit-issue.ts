import { eq } from 'drizzle-orm';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import { cleanHtml } from '#server/clean-html.ts';
import { newsletterIssues } from '#server/db/schema/index.ts';
import type { Services } from '#server/http/serve.ts';
import { newsletterTopics } from '#shared/newsletter-topics.ts';
import type { Block } from '../../blocks.ts';
import type { IssueForm } from '../../staff-contract.ts';
import { draftWeek } from './draft-week.ts';
import { type Asked, lockIssue, requireDraft, requireVersion } from './lock-issue.ts';

/** Returns the new issue's id. */
export async function createIssue(
  { db, city, now }: Services,
  { from, actorId }: { from: 'nothing' | 'week'; actorId: string },
): Promise<string> {
  return db.transaction(async (tx) => {
    const draft =
      from === 'week'
        ? await draftWeek(tx, { now: now(), cityName: city.facts.name, timeZone: city.facts.timeZone })
        : { subject: `News from ${city.facts.name}`, preheader: '', blocks: [] };
    const [row] = await tx
      .insert(newsletterIssues)
      .values({ ...draft, topics: [...newsletterTopics], createdBy: actorId })
      .returning({ id: newsletterIssues.id });
    if (!row) throw new Error('The insert of the issue returned no row');
    await writeAudit(tx, {
      actorId,
      action: 'newsletter.created',
      subjectType: 'newsletter-issue',
      subjectId: row.id,
      data: { subject: draft.subject, from },
    });
    return row.id;
  });
}

/** @throws Problem 'not_found', or 'conflict' when it is no longer a draft or somebody else saved it first */
export async function saveIssue(
  request: Services & Asked,
  { id, version, form, actorId }: { id: string; version: number; form: IssueForm; actorId: string },
): Promise<void> {
  const { db, now } = request;
  await db.transaction(async (tx) => {
    const issue = await lockIssue(tx, id);
    requireDraft(issue);
    await requireVersion(tx, issue, version, request);
    await tx
      .update(newsletterIssues)
      .set({
        subject: form.subject,
        preheader: form.preheader,
        topics: [...new Set(form.topics)],
        blocks: form.blocks.map(cleaned),
        version: version + 1,
        updatedAt: now(),
      })
      .where(eq(newsletterIssues.id, id));
    await writeAudit(tx, {
      actorId,
      action: 'newsletter.saved',
      subjectType: 'newsletter-issue',
      subjectId: id,
      data: { subject: [issue.subject, form.subject], version: version + 1 },
    });
  });
}

const cleaned = (block: Block): Block => (block.type === 'text' ? { ...block, html: cleanHtml(block.html) } : block);

/** @throws Problem 'not_found', or 'conflict' when it is no longer a draft */
export async function deleteIssue({ db }: Services, { id, actorId }: { id: string; actorId: string }): Promise<void> {
  await db.transaction(async (tx) => {
    const issue = await lockIssue(tx, id);
    requireDraft(issue);
    await tx.delete(newsletterIssues).where(eq(newsletterIssues.id, id));
    await writeAudit(tx, {
      actorId,
      action: 'newsletter.deleted',
      subjectType: 'newsletter-issue',
      subjectId: id,
      data: { subject: issue.subject },
    });
  });
}
