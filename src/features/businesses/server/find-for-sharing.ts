import { and, eq } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { businesses, businessSlugs, categories } from '#server/db/schema/index.ts';

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

/** What an approved business's sharing picture shows; found by a former slug too (`slug` is the one it has now). */
export async function findBusinessForSharing(db: Database, slug: string): Promise<SharedBusiness | null> {
  return (await find(db, slug)) ?? (await findByFormerSlug(db, slug));
}

async function find(db: Database, slug: string): Promise<SharedBusiness | null> {
  const [row] = await db
    .select({
      slug: businesses.slug,
      name: businesses.name,
      address: businesses.address,
      imageUrl: businesses.imageUrl,
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

async function findByFormerSlug(db: Database, slug: string): Promise<SharedBusiness | null> {
  const [row] = await db
    .select({ slug: businesses.slug })
    .from(businessSlugs)
    .innerJoin(businesses, eq(businesses.id, businessSlugs.businessId))
    .where(eq(businessSlugs.slug, slug));
  return row ? find(db, row.slug) : null;
}
