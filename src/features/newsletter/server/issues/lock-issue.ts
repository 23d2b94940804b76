import { eq } from 'drizzle-orm';
import { lastActor } from '#features/audit/server/last-actor.ts';
import type { Database } from '#server/db/client.ts';
import { newsletterIssues } from '#server/db/schema/index.ts';
import type { ApiRequest } from '#server/http/serve.ts';
import { Problem } from '#shared/problem.ts';

/** The person and the moment: a refusal names a colleague or another tab. */
export type Asked = Pick<ApiRequest, 'user' | 'now'>;

export type IssueRow = typeof newsletterIssues.$inferSelect;

export const noIssue = () => new Problem('not_found', 'This issue is not there any more.');

/** @throws Problem 'not_found' */
export async function lockIssue(tx: Database, id: string): Promise<IssueRow> {
  const [issue] = await tx.select().from(newsletterIssues).where(eq(newsletterIssues.id, id)).for('update');
  if (!issue) throw noIssue();
  return issue;
}

/** Only saving makes a new version. @throws Problem 'conflict', naming who saved */
export async function requireVersion(
  tx: Database,
  { id, version: stored }: IssueRow,
  version: number,
  request: Asked,
): Promise<void> {
  if (stored === version) return;
  const saves = { subjectType: 'newsletter-issue', subjectId: id, actions: ['newsletter.saved'] };
  const { who, ago } = await lastActor(tx, saves, request);
  throw new Problem('conflict', `${who} changed this issue${ago}. Reload the page to see it.`);
}

/** @throws Problem 'conflict' */
export function requireDraft(issue: IssueRow): void {
  if (issue.status === 'draft') return;
  throw new Problem(
    'conflict',
    issue.status === 'scheduled'
      ? 'This issue is scheduled. Take it off the schedule to change it.'
      : 'This issue is on its way already and cannot be changed.',
  );
}
