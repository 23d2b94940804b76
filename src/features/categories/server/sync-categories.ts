import { notInArray, sql } from 'drizzle-orm';
import type { CityCategory } from '#server/city-pack-schema.ts';
import type { Database } from '#server/db/client.ts';
import { categories } from '#server/db/schema/index.ts';
import { announceChange } from '#server/http/announce-change.ts';

/**
 * Brings the stored categories in line with the given ones, by slug: texts, color, icon, order and whether one is hidden. A category
 * that is not among them is deleted when no business is in it; otherwise it moves behind the others.
 * Runs at every start and writes nothing when there is no difference. Returns whether it wrote.
 */
export async function syncCategories(
  db: Database,
  given: { categories: readonly (CityCategory & { isHidden?: boolean })[] },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const wanted = given.categories.map((category, position) => ({ isHidden: false, ...category, position }));
    const slugs = wanted.map((category) => category.slug);
    const written = await tx
      .insert(categories)
      .values(wanted)
      .onConflictDoUpdate({
        target: categories.slug,
        set: {
          name: sql`excluded.name`,
          description: sql`excluded.description`,
          icon: sql`excluded.icon`,
          color: sql`excluded.color`,
          position: sql`excluded.position`,
          isHidden: sql`excluded.is_hidden`,
        },
        setWhere: sql`(${categories.name}, ${categories.description}, ${categories.icon}, ${categories.color}, ${categories.position}, ${categories.isHidden})
          is distinct from (excluded.name, excluded.description, excluded.icon, excluded.color, excluded.position, excluded.is_hidden)`,
      });
    const isUnused = sql`not exists (select from businesses where category_id = ${categories.id})`;
    const removed = await tx.delete(categories).where(sql`${notInArray(categories.slug, slugs)} and ${isUnused}`);
    const moved = await tx
      .update(categories)
      .set({ position: wanted.length })
      .where(sql`${notInArray(categories.slug, slugs)} and ${categories.position} <> ${wanted.length}`);
    const changes = [written, removed, moved].reduce((sum, { rowCount }) => sum + (rowCount ?? 0), 0);
    if (changes > 0) await announceChange(tx, ['categories', 'businesses']);
    return changes > 0;
  });
}
