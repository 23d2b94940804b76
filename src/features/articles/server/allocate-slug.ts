import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { slugOfTitle } from '../article-slug.ts';

/** Locks all slugs until the transaction ends, so that a free one stays free. */
async function lockSlugs(tx: Database): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('article slugs'))`);
}

/** The slugs among `wanted` that another article has or had. */
async function takenSlugs(tx: Database, wanted: readonly string[], articleId: string): Promise<Set<string>> {
  const list = sql.param([...wanted]);
  const { rows } = await tx.execute<{ slug: string }>(sql`
    select slug from articles where slug = any(${list}) and id <> ${articleId}
    union all
    select slug from article_slugs where slug = any(${list}) and article_id <> ${articleId}`);
  return new Set(rows.map(({ slug }) => slug));
}

/** Tells whether no other article has this slug or had it in public. Holds until the transaction ends. */
export async function isSlugFree(tx: Database, slug: string, articleId: string): Promise<boolean> {
  await lockSlugs(tx);
  return (await takenSlugs(tx, [slug], articleId)).size === 0;
}

/** Makes a free slug from the title: 'parade', 'parade-2'. It stays free until the transaction ends. */
export async function allocateSlug(tx: Database, title: string, articleId: string): Promise<string> {
  await lockSlugs(tx);
  const stem = slugOfTitle(title) || 'article';
  for (let from = 1, step = 16; ; from += step, step *= 2) {
    const candidates = Array.from({ length: step }, (_, n) => (from + n === 1 ? stem : `${stem}-${from + n}`));
    const taken = await takenSlugs(tx, candidates, articleId);
    const free = candidates.find((slug) => !taken.has(slug));
    if (free !== undefined) return free;
  }
}
