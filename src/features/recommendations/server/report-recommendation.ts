import { and, eq } from 'drizzle-orm';
import { recommendations, reports } from '#server/db/schema/index.ts';
import type { Services } from '#server/http/serve.ts';
import { Problem } from '#shared/problem.ts';
import { findListing } from './find-listing.ts';
import { askStaff } from './recommendation-letters.ts';

/** Puts a recommendation among the reports of staff. It stays shown until they decide. @throws Problem 'not_found' */
export async function reportRecommendation(
  { slug, id, text }: { slug: string; id: string; text: string },
  { db, city, env, now }: Services,
): Promise<void> {
  const listing = await findListing(db, slug);
  await db.transaction(async (tx) => {
    const [recommendation] = await tx
      .select()
      .from(recommendations)
      .where(
        and(
          eq(recommendations.id, id),
          eq(recommendations.businessId, listing.id),
          eq(recommendations.status, 'shown'),
        ),
      );
    if (recommendation === undefined) throw new Problem('not_found', 'This recommendation is not there any more.');
    const values = { businessId: listing.id, reason: 'recommendation', text, recommendationId: id } as const;
    await tx.insert(reports).values({ ...values, createdAt: now() });
    await askStaff(tx, { recommendation, listing, why: text }, { city, env });
  });
}
