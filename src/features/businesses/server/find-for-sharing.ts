import { and, eq } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { businesses, businessSlugs, categories } from '#server/db/schema/index.ts';
import { shownPictures } from './business-columns.ts';

interface SharedBusiness {
  slug: string;
  name: string;
  address: string;
  imageUrl: string | null;
  categoryName: string;
  color: string;
  icon: string;
  categorySlug: string;
}

/** Reads the facts for an approved business's sharing picture, by its slug or a former one. */
export async function findBusinessForSharing(db: Database, slug: string, now: Date): Promise<SharedBusiness | null> {
  return (await find(db, slug, now)) ?? (await findByFormerSlug(db, slug, now));
}

async function find(db: Database, slug: string, now: Date): Promise<SharedBusiness | null> {
  const [row] = await db
    .select({
      slug: businesses.slug,
      name: businesses.name,
      address: businesses.address,
      imageUrl: shownPictures(now).imageUrl,
      categoryName: categories.name,
      color: categories.color,
      icon: categories.icon,
      categorySlug: categories.slug,
    })
    .from(businesses)
    .innerJoin(categories, eq(categories.id, businesses.categoryId))
    .where(and(eq(businesses.slug, slug), eq(businesses.status, 'approved')));
  return row ?? null;
}

async function findByFormerSlug(db: Database, slug: string, now: Date): Promise<SharedBusiness | null> {
  const [row] = await db
    .select({ slug: businesses.slug })
    .from(businessSlugs)
    .innerJoin(businesses, eq(businesses.id, businessSlugs.businessId))
    .where(eq(businessSlugs.slug, slug));
  return row ? find(db, row.slug, now) : null;
}
