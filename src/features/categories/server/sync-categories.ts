import { notInArray, sql } from 'drizzle-orm';
import type { CityPack } from '#server/city-pack.ts';
import type { Database } from '#server/db/client.ts';
import { categories } from '#server/db/schema/index.ts';
import { announceChange } from '#server/http/announce-change.ts';

/**
 * Brings the stored categories in line with the city pack, by slug: texts, color, icon and order. A category
 * that the pack no longer has is deleted when no business is in it; otherwise it moves behind the others.
 * Runs at every start and writes nothing when there is no difference. Returns whether it wrote.
 */
export async function syncCategories(db: Database, pack: Pick<CityPack, 'categories'>): Promise<boolean> {
  return db.transaction(async (tx) => {
    const wanted = pack.categories.map((category, position) => ({ ...category, position }));
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
        },
        setWhere: sql`(${categories.name}, ${categories.description}, ${categories.icon}, ${categories.color}, ${categories.position})
          is distinct from (excluded.name, excluded.description, excluded.icon, excluded.color, excluded.position)`,
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
