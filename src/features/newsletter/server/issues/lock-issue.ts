import { eq } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { newsletterIssues } from '#server/db/schema/index.ts';
import { Problem } from '#shared/problem.ts';

export type IssueRow = typeof newsletterIssues.$inferSelect;

export const noIssue = () => new Problem('not_found', 'This issue is not there any more.');

/** @throws Problem 'not_found' */
export async function lockIssue(tx: Database, id: string): Promise<IssueRow> {
  const [issue] = await tx.select().from(newsletterIssues).where(eq(newsletterIssues.id, id)).for('update');
  if (!issue) throw noIssue();
  return issue;
}

/** @throws Problem 'conflict' */
export function requireVersion(issue: IssueRow, version: number): void {
  if (issue.version !== version) {
    throw new Problem('conflict', 'Somebody else has changed this issue meanwhile. Please reload the page to see it.');
  }
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
