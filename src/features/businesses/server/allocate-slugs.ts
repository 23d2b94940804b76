import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { slugCandidates } from '../slug.ts';

async function takenSlugs(db: Database, slugs: Set<string>): Promise<Set<string>> {
  const wanted = sql.param([...slugs]);
  const { rows } = await db.execute<{ slug: string }>(sql`
    select slug from businesses where slug = any(${wanted})
    union all
    select slug from business_slugs where slug = any(${wanted})`);
  return new Set(rows.map((row) => row.slug));
}

/**
 * One free slug for each business, in the same order, with a fixed number of queries for all of them. The same
 * businesses in the same order get the same slugs; former slugs are never given again. Somebody may take one before the
 * caller writes it: the unique index then refuses, and the caller starts over.
 */
export async function allocateSlugs(
  db: Database,
  businesses: readonly { name: string; address: string }[],
): Promise<string[]> {
  const candidates = businesses.map((business) => slugCandidates(business.name, business.address));
  const taken = await takenSlugs(db, new Set(candidates.flat()));
  const slugs: string[] = [];
  const open: { at: number; stem: string }[] = [];
  for (const [at, choices] of candidates.entries()) {
    const free = choices.find((slug) => !taken.has(slug));
    if (free === undefined) open.push({ at, stem: choices.at(-1) ?? 'business' });
    else {
      slugs[at] = free;
      taken.add(free);
    }
  }
  for (let from = 2, step = 16; open.length > 0; from += step, step *= 2) {
    const stems = new Set(open.map(({ stem }) => stem));
    const numbered = [...stems].flatMap((stem) => Array.from({ length: step }, (_, n) => `${stem}-${from + n}`));
    for (const slug of await takenSlugs(db, new Set(numbered))) taken.add(slug);
    for (const { at, stem } of open.splice(0)) {
      let counter = from;
      while (counter < from + step && taken.has(`${stem}-${counter}`)) counter++;
      if (counter === from + step) open.push({ at, stem });
      else {
        slugs[at] = `${stem}-${counter}`;
        taken.add(`${stem}-${counter}`);
      }
    }
  }
  return slugs;
}
