import { and, desc, eq, lt } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { newsletterIssues, newsletterRecipients, newsletterSubscribers } from '#server/db/schema/index.ts';
import type { Services } from '#server/http/serve.ts';
import type { Answer } from '#shared/endpoint.ts';
import { Blocks } from '../../blocks.ts';
import type { Issue, IssueCounts, IssueSummary, listFailures as listFailuresEndpoint } from '../../staff-contract.ts';
import { collectItems } from '../letter/collect-items.ts';
import { countRecipients } from './count-recipients.ts';
import { noIssue } from './lock-issue.ts';
import { countAudience } from './start-issue.ts';
import { goesOutSoon } from './steer-issue.ts';

const { id, subject, status, updatedAt, scheduledAt, startedAt, finishedAt, trouble, slug } = newsletterIssues;
/** All columns except the long ones. */
const summaryColumns = { id, subject, status, updatedAt, scheduledAt, startedAt, finishedAt, trouble, slug };

type SummaryRow = Pick<typeof newsletterIssues.$inferSelect, keyof typeof summaryColumns>;

function toSummary(row: SummaryRow, counts: IssueCounts): IssueSummary {
  return {
    id: row.id,
    subject: row.subject,
    status: row.status,
    trouble: row.trouble,
    slug: row.slug,
    updatedAt: row.updatedAt.toISOString(),
    scheduledAt: row.scheduledAt?.toISOString() ?? null,
    startedAt: row.startedAt?.toISOString() ?? null,
    finishedAt: row.finishedAt?.toISOString() ?? null,
    counts,
  };
}

/** Newest first. */
export async function listIssues(
  db: Database,
  { cursor, limit }: { cursor: string | undefined; limit: number },
): Promise<IssueSummary[]> {
  const rows = await db
    .select(summaryColumns)
    .from(newsletterIssues)
    .where(cursor ? lt(id, cursor) : undefined)
    .orderBy(desc(id))
    .limit(limit);
  const countsOf = await countRecipients(
    db,
    rows.map((row) => row.id),
  );
  return rows.map((row) => toSummary(row, countsOf(row.id)));
}

/** @throws Problem 'not_found' */
export async function readProgress(db: Database, issueId: string): Promise<IssueSummary> {
  const [row] = await db.select(summaryColumns).from(newsletterIssues).where(eq(id, issueId));
  if (!row) throw noIssue();
  const countsOf = await countRecipients(db, [issueId]);
  return toSummary(row, countsOf(issueId));
}

/** @throws Problem 'not_found' */
export async function readIssue({ db, city, now }: Services, issueId: string): Promise<Issue> {
  const [row] = await db.select().from(newsletterIssues).where(eq(id, issueId));
  if (!row) throw noIssue();
  const blocks = Blocks.parse(row.blocks);
  // One after the other: a new issue is read in the transaction that makes it, on one connection.
  const items = await collectItems(db, blocks, { now: now(), timeZone: city.facts.timeZone });
  const countsOf = await countRecipients(db, [issueId]);
  const audience = await countAudience(db, row.topics);
  return {
    ...toSummary(row, countsOf(issueId)),
    preheader: row.preheader,
    topics: row.topics,
    blocks,
    items: [...items.values()].map(({ key, title, detail }) => ({ key, title, detail })),
    version: row.version,
    testedAt: row.testedVersion === row.version ? (row.testedAt?.toISOString() ?? null) : null,
    goesOutSoon: goesOutSoon(row, now()),
    audience,
  };
}

/** Recipients that did not get the issue. The address is gone when its subscriber was erased. */
export async function listFailures(
  db: Database,
  { issueId, cursor, limit }: { issueId: string; cursor: string | undefined; limit: number },
): Promise<Answer<typeof listFailuresEndpoint>> {
  await readProgress(db, issueId);
  const rows = await db
    .select({
      id: newsletterRecipients.id,
      email: newsletterSubscribers.email,
      answer: newsletterRecipients.answer,
      attempts: newsletterRecipients.attempts,
    })
    .from(newsletterRecipients)
    .leftJoin(newsletterSubscribers, eq(newsletterSubscribers.id, newsletterRecipients.subscriberId))
    .where(
      and(
        eq(newsletterRecipients.issueId, issueId),
        eq(newsletterRecipients.status, 'failed'),
        cursor ? lt(newsletterRecipients.id, cursor) : undefined,
      ),
    )
    .orderBy(desc(newsletterRecipients.id))
    .limit(limit);
  return rows.map((row) => ({ ...row, answer: row.answer ?? '' }));
}
