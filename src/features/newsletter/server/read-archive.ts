import { desc, eq, isNotNull } from 'drizzle-orm';
import { cleanHtml } from '#server/clean-html.ts';
import type { Database } from '#server/db/client.ts';
import { newsletterIssues } from '#server/db/schema/index.ts';
import type { Answer } from '#shared/endpoint.ts';
import { Problem } from '#shared/problem.ts';
import type { getArchivedIssue, listArchive } from '../reader-contract.ts';

const maxRows = 100;

/** Issues that were sent or are being sent: the first reader may follow the link at once. */
export async function readArchive(db: Database): Promise<Answer<typeof listArchive>> {
  const { slug, subject, startedAt, picture } = newsletterIssues;
  const rows = await db
    .select({ slug, subject, startedAt, picture })
    .from(newsletterIssues)
    .where(isNotNull(slug))
    .orderBy(desc(startedAt))
    .limit(maxRows);
  return rows.map((row) => ({
    slug: row.slug ?? '',
    subject: row.subject,
    sentAt: (row.startedAt ?? new Date(0)).toISOString(),
    picture: row.picture,
  }));
}

/** @throws Problem 'not_found' */
export async function readArchivedIssue(db: Database, asked: string): Promise<Answer<typeof getArchivedIssue>> {
  const { slug, subject, startedAt, archiveHtml } = newsletterIssues;
  const [row] = await db.select({ subject, startedAt, archiveHtml }).from(newsletterIssues).where(eq(slug, asked));
  if (!row?.startedAt) throw new Problem('not_found', 'There is no such issue.');
  return {
    slug: asked,
    subject: row.subject,
    sentAt: row.startedAt.toISOString(),
    html: cleanHtml(row.archiveHtml ?? ''),
  };
}
