import { eq, sql } from 'drizzle-orm';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import { cleanHtml } from '#server/clean-html.ts';
import type { Database } from '#server/db/client.ts';
import { newsletterIssues } from '#server/db/schema/index.ts';
import { announceChange } from '#server/http/announce-change.ts';
import type { Services } from '#server/http/serve.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { dayOf } from '#shared/dates.ts';
import { Problem } from '#shared/problem.ts';
import { slugify } from '#shared/slugify.ts';
import { Blocks } from '../../blocks.ts';
import { fillBlocks } from '../letter/collect-items.ts';
import { layOutIssueForArchive, layOutIssueHtml, layOutIssueText } from '../letter/lay-out-issue.ts';
import { withMailPictures } from '../letter/mail-pictures.ts';
import { sendNewsletter } from '../sending/newsletter-jobs.ts';
import { type AddressHash, addressHash } from '../suppress.ts';
import { lockIssue, requireVersion } from './lock-issue.ts';

interface Start {
  id: string;
  /** Null when the schedule starts it. */
  actorId: string | null;
  /** The version that the sender saw. A scheduled start sends the newest version. */
  version?: number;
}

/**
 * Freezes the issue and writes one row for each reader; the worker sends the mails.
 * @throws Problem 'not_found'; 'conflict' when it is being sent already, has changed since, is empty or has
 * no readers
 */
export async function startIssue(services: Services, { id, actorId, version }: Start): Promise<void> {
  const { db, city, env, now } = services;
  const hash = await addressHash(db);
  await db.transaction(async (tx) => {
    const issue = await lockIssue(tx, id);
    // When two start it at once, the schedule among them, only the first one wins.
    if (actorId === null && issue.status !== 'scheduled') return;
    if (issue.status !== 'draft' && issue.status !== 'scheduled') {
      throw new Problem('conflict', 'This issue is on its way already.');
    }
    if (version !== undefined) requireVersion(issue, version);
    const blocks = Blocks.parse(issue.blocks);
    if (blocks.length === 0) throw new Problem('conflict', 'This issue is empty. Please add something to read first.');

    const startedAt = now();
    const filled = await fillBlocks(tx, blocks, { now: startedAt, timeZone: city.facts.timeZone });
    const slug = await freeSlug(
      tx,
      `${dayOf(startedAt, city.facts.timeZone)}-${slugify(issue.subject) || 'newsletter'}`,
    );
    const archiveUrl = `${env.siteUrl}/newsletter/archive/${slug}`;
    const letter = { subject: issue.subject, preheader: issue.preheader, blocks: filled, archiveUrl };
    await tx
      .update(newsletterIssues)
      .set({
        status: 'sending',
        startedAt,
        slug,
        trouble: null,
        mailHtml: await withMailPictures(layOutIssueHtml(letter, { city, env }), env),
        mailText: layOutIssueText(letter, { city, env }),
        archiveHtml: cleanHtml(layOutIssueForArchive(filled)),
      })
      .where(eq(newsletterIssues.id, id));
    const recipients = await addRecipients(tx, hash, { issueId: id, topics: issue.topics, at: startedAt });
    if (recipients === 0 && actorId !== null) {
      throw new Problem('conflict', 'Nobody is subscribed to these topics yet.');
    }
    await writeAudit(tx, {
      actorId,
      action: 'newsletter.started',
      subjectType: 'newsletter-issue',
      subjectId: id,
      data: { subject: issue.subject, recipients },
    });
    await enqueue(tx, sendNewsletter, { issueId: id }, { singletonKey: id });
    await announceChange(tx, ['newsletter']);
  });
}

type Topics = (typeof newsletterIssues.$inferSelect)['topics'];

async function addRecipients(
  tx: Database,
  hash: AddressHash,
  { issueId, topics, at }: { issueId: string; topics: Topics; at: Date },
): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    insert into newsletter_recipients (id, issue_id, subscriber_id, next_attempt_at)
    select gen_random_uuid(), ${issueId}, reader.id, ${at.toISOString()}::timestamptz
    from newsletter_subscribers reader where ${isReader(hash, topics)}`);
  return rowCount ?? 0;
}

/** Counts the readers who would get it now. */
export async function countAudience(db: Database, topics: Topics): Promise<number> {
  const hash = await addressHash(db);
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from newsletter_subscribers reader where ${isReader(hash, topics)}`);
  return rows[0]?.count ?? 0;
}

function isReader(hash: AddressHash, topics: Topics) {
  return sql`reader.status = 'subscribed' and reader.topics && ${sql.param(topics)}::text[]
    and not ${hash.isSuppressed(sql`reader.email`)}`;
}

async function freeSlug(tx: Database, stem: string): Promise<string> {
  for (let number = 1; ; number++) {
    const slug = number === 1 ? stem : `${stem}-${number}`;
    const [taken] = await tx
      .select({ id: newsletterIssues.id })
      .from(newsletterIssues)
      .where(eq(newsletterIssues.slug, slug));
    if (!taken) return slug;
  }
}
