/**
 * Takes a resident's recommendation: stores it, mails a link to its sender, and shows it once the sender has confirmed
 * (docs/product-rules.md#recommendations).
 */
import { and, eq, lt, ne, sql } from 'drizzle-orm';
import { mailboxKey } from '#features/accounts/server/mailbox-key.ts';
import { readersOf } from '#features/businesses/server/readers-of.ts';
import type { Database } from '#server/db/client.ts';
import { businesses, recommendations, reports, users } from '#server/db/schema/index.ts';
import { announceChange } from '#server/http/announce-change.ts';
import { fitsLimit, takeFromLimit } from '#server/http/rate-limit.ts';
import type { Services } from '#server/http/serve.ts';
import { oneLine } from '#server/mail/lay-out-letter.ts';
import { lendSecrets } from '#server/site-secret.ts';
import { Problem } from '#shared/problem.ts';
import { dayMs } from '#shared/times.ts';
import { recommendationConfirmedMessages } from '../contract.ts';
import { isDoubtful } from '../is-doubtful.ts';
import { findListing } from './find-listing.ts';
import { askStaff, mailConfirmationLink, mailReader } from './recommendation-letters.ts';
import { readRecommendationToken, writeRecommendationToken } from './recommendation-token.ts';

const keptUnconfirmedDays = 7;

interface Recommendation {
  /** The slug of an approved business, current or former. */
  slug: string;
  name: string;
  email: string;
  text: string;
}

/** @throws Problem 'not_found', 'too_many' for one listing. A mailbox that has got many links gets no more, and the answer stays the same */
export async function recommendBusiness(
  { db, city, env, now }: Services,
  { slug, name, email, text }: Recommendation,
): Promise<void> {
  const at = now();
  const listing = await findListing(db, slug);
  await takeFromLimit(db, 'recommendations-listing', listing.id, at);
  if (!(await fitsLimit(db, 'recommendation-mail', mailboxKey(email), at))) return;
  await db.transaction(async (tx) => {
    lendSecrets(db, tx);
    const values = { businessId: listing.id, name: oneLine(name), email, text, createdAt: at };
    const [row] = await tx.insert(recommendations).values(values).returning();
    if (row === undefined) throw new Error('The insert of the recommendation returned no row');
    await mailConfirmationLink(tx, row, listing, await writeRecommendationToken(tx, row.id), { city, env });
  });
}

async function idOf(db: Database, token: string): Promise<string> {
  const id = await readRecommendationToken(db, token);
  if (id === null) throw unknownLink();
  return id;
}

const unknownLink = () => new Problem('not_found', 'This link is not valid any more.');

/** @throws Problem 'not_found' */
export async function findRecommendation(db: Database, token: string) {
  const [row] = await db
    .select({ name: businesses.name, slug: businesses.slug, status: recommendations.status })
    .from(recommendations)
    .innerJoin(businesses, eq(businesses.id, recommendations.businessId))
    .where(eq(recommendations.id, await idOf(db, token)));
  if (row === undefined) throw unknownLink();
  const business = { name: row.name, slug: row.slug };
  if (row.status === 'unconfirmed') return { business, isConfirmed: false };
  return { business, isConfirmed: true, message: recommendationConfirmedMessages[row.status] };
}

/** Confirms a recommendation, which takes the place of the mailbox's earlier one. A second call changes nothing. @throws Problem 'not_found' */
export async function confirmRecommendation(token: string, { db, city, env, now }: Services): Promise<void> {
  const id = await idOf(db, token);
  await db.transaction(async (tx) => {
    lendSecrets(db, tx);
    const [{ businessId } = { businessId: '' }] = await tx
      .select()
      .from(recommendations)
      .where(eq(recommendations.id, id));
    if (businessId === '') throw unknownLink();
    // Two links of one mailbox take turns.
    const [listing] = await tx.select().from(businesses).where(eq(businesses.id, businessId)).for('update');
    const [row] = await tx.select().from(recommendations).where(eq(recommendations.id, id));
    if (row === undefined || listing === undefined) throw unknownLink();
    if (row.status !== 'unconfirmed') return;
    const [earlier] = await tx
      .delete(recommendations)
      .where(
        and(
          eq(recommendations.businessId, businessId),
          sql`lower(${recommendations.email}) = lower(${row.email})`,
          ne(recommendations.status, 'unconfirmed'),
        ),
      )
      .returning({ status: recommendations.status });
    const [owner] = listing.ownerId === null ? [] : await tx.select().from(users).where(eq(users.id, listing.ownerId));
    const isOwn = [owner?.email, listing.email].some((own) => own?.toLowerCase() === row.email.toLowerCase());
    const why = isOwn
      ? "It comes from the listing's own mailbox."
      : isDoubtful(`${row.name}\n${row.text}`)
        ? 'Its words look doubtful. Nobody sees it before you show it.'
        : earlier && earlier.status !== 'shown'
          ? 'Its sender had another one here that is not shown.'
          : null;
    const at = now();
    await tx
      .update(recommendations)
      .set({ status: why === null ? 'shown' : 'waiting', confirmedAt: at })
      .where(eq(recommendations.id, id));
    if (why !== null) {
      await tx
        .insert(reports)
        .values({ businessId, reason: 'recommendation', text: why, recommendationId: id, createdAt: at });
      await askStaff(tx, { recommendation: row, listing, why }, { city, env });
    } else if (owner && owner.bannedAt === null) {
      const readers = await readersOf(tx, { businessId, owner, kind: 'recommendations' });
      for (const reader of readers) await mailReader(tx, reader, row, listing, { city, env });
    }
    await announceChange(tx, [`business:${businessId}`]);
  });
}

/** @throws Problem 'not_found' */
export async function withdrawRecommendation(token: string, { db }: Pick<Services, 'db'>): Promise<void> {
  const id = await idOf(db, token);
  await db.transaction(async (tx) => {
    const [gone] = await tx.delete(recommendations).where(eq(recommendations.id, id)).returning();
    if (gone === undefined) throw unknownLink();
    await announceChange(tx, [`business:${gone.businessId}`]);
  });
}

/** Deletes recommendations that nobody confirmed: the mailbox they name may belong to somebody else. */
export async function sweepRecommendations(db: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - keptUnconfirmedDays * dayMs);
  await db
    .delete(recommendations)
    .where(and(eq(recommendations.status, 'unconfirmed'), lt(recommendations.createdAt, before)));
}
