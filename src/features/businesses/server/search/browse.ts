import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import type { Position } from './cursor.ts';
import type { Scope } from './scope.ts';

export interface FoundPage {
  ids: string[];
  next: Position | null;
}

interface NamedRow extends Record<string, unknown> {
  id: string;
  name: string;
}

interface Page {
  limit: number;
  position: Position | null;
  now: Date;
}

/** All listings of the scope, premium first, then by name. Each half is read from its own index in its order. */
export async function browse(db: Database, scope: Scope, { limit, position, now }: Page): Promise<FoundPage> {
  const at = position?.list === 'names' ? position : null;
  const found: (NamedRow & { premium: boolean })[] = [];
  for (const premium of [true, false]) {
    if (at && !at.premium && premium) continue;
    const after = at?.premium === premium ? at : null;
    const wanted = limit + 1 - found.length;
    if (wanted > 0) {
      const { rows } = await readHalf(db, scope, { premium, after, wanted, now });
      found.push(...rows.map((row) => ({ ...row, premium })));
    }
  }
  const page = found.slice(0, limit);
  const last = page.at(-1);
  return {
    ids: page.map(({ id }) => id),
    next: last && found.length > limit ? { list: 'names', premium: last.premium, name: last.name, id: last.id } : null,
  };
}

interface Half {
  premium: boolean;
  after: { name: string; id: string } | null;
  wanted: number;
  now: Date;
}

function readHalf(db: Database, scope: Scope, { premium, after, wanted, now }: Half) {
  const isPremium = premium
    ? sql`premium_until > ${now.toISOString()}`
    : sql`(premium_until is null or premium_until <= ${now.toISOString()})`;
  const inCategory = scope.categoryId === null ? sql`` : sql`and category_id = ${scope.categoryId}`;
  const isLater = after ? sql`and (name_sort, business_id) > (${after.name}, ${after.id}::uuid)` : sql``;
  return db.execute<NamedRow>(sql`
    select business_id as id, name_sort as name from search_docs
    where ${isPremium} ${inCategory} ${isLater}
    order by name_sort, business_id limit ${wanted}`);
}
