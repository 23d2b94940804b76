import { and, eq } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { type businesses, businessSlugs } from '#server/db/schema/index.ts';
import { slugCandidates } from '../slug.ts';
import { allocateSlugs } from './allocate-slugs.ts';

/** The former address keeps leading here once it has been public. A name that comes back gets its own slug back. */
export async function slugAfterRename(
  tx: Database,
  row: Pick<typeof businesses.$inferSelect, 'id' | 'slug' | 'approvedAt'>,
  { name, address }: { name: string; address: string },
): Promise<string> {
  const former = await tx
    .select({ slug: businessSlugs.slug })
    .from(businessSlugs)
    .where(eq(businessSlugs.businessId, row.id));
  const own = new Set([row.slug, ...former.map(({ slug }) => slug)]);
  const kept = slugCandidates(name, address).find((candidate) => own.has(candidate));
  const slug = kept ?? (await allocateSlugs(tx, [{ name, address }]))[0] ?? row.slug;
  if (slug === row.slug) return slug;
  await tx.delete(businessSlugs).where(and(eq(businessSlugs.slug, slug), eq(businessSlugs.businessId, row.id)));
  if (row.approvedAt !== null) await tx.insert(businessSlugs).values({ slug: row.slug, businessId: row.id });
  return slug;
}
