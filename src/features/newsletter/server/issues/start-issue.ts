import { eq, sql } from 'drizzle-orm';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import { cleanHtml } from '#server/clean-html.ts';
import type { Database } from '#server/db/client.ts';
import { newsletterIssues } from '#server/db/schema/index.ts';
import { announceChange } from '#server/http/announce-change.ts';
import type { Services } from '#server/http/serve.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { dayOf } from '#shared/dates.ts';
import { slugify } from '#shared/slugify.ts';
import { Blocks } from '../../blocks.ts';
import { fillBlocks } from '../letter/collect-items.ts';
import { firstPicture } from '../letter/first-picture.ts';
import { layOutIssueForArchive, layOutIssueHtml, layOutIssueText } from '../letter/lay-out-issue.ts';
import { withMailPictures } from '../letter/mail-pictures.ts';
import { sendNewsletter } from '../sending/newsletter-jobs.ts';
import { type AddressHash, addressHash } from '../suppress.ts';
import { lockIssue } from './lock-issue.ts';

/**
 * Freezes an issue whose time has come and writes one row for each reader; the worker sends the mails. An issue that is not
 * scheduled (any more) is left alone, so that of two starts only the first one counts.
 * @throws Problem 'not_found'
 */
export async function startIssue(services: Services, id: string): Promise<void> {
  const { db, city, env, now } = services;
  const hash = await addressHash(db);
  await db.transaction(async (tx) => {
    const issue = await lockIssue(tx, id);
    if (issue.status !== 'scheduled') return;
    const blocks = Blocks.parse(issue.blocks);
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
        picture: firstPicture(filled),
      })
      .where(eq(newsletterIssues.id, id));
    const recipients = await addRecipients(tx, hash, { issueId: id, topics: issue.topics, at: startedAt });
    await writeAudit(tx, {
      actorId: null,
      by: 'site',
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
