import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { refreshSearchWords } from '#server/db/refresh-search-words.ts';

/**
 * Writes the whole search anew beside the old one, then changes over: for filling a database in bulk with triggers off.
 * Also sets categories.business_count right.
 */
export async function rebuildSearch(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`lock table businesses in share mode`);
    await tx.execute(sql`set local maintenance_work_mem = '256MB'`);
    await tx.execute(sql`create table search_docs_new (like search_docs including defaults)`);
    // Stores rows in the order in which searches read them: premium first, each half by place.
    await tx.execute(sql`select search_fill('search_docs_new')`);
    const indexes = await copyIndexes(tx);
    await tx.execute(sql`drop table search_docs`);
    await tx.execute(sql`alter table search_docs_new rename to search_docs`);
    for (const name of indexes) await tx.execute(sql.raw(`alter index ${name}_new rename to ${name}`));
    await tx.execute(sql`
      update categories set business_count = counted.number
      from (select categories.id, count(businesses.id) as number from categories
        left join businesses on businesses.category_id = categories.id and businesses.status = 'approved'
        group by categories.id) as counted
      where counted.id = categories.id and counted.number <> categories.business_count`);
  });
  await refreshSearchWords(db);
  await db.execute(sql`vacuum analyze search_docs`);
  await db.execute(sql`vacuum analyze search_words`);
}

/** Gives the new table the indexes of the old one, with '_new' after their names. Returns the old names. */
async function copyIndexes(tx: Pick<Database, 'execute'>): Promise<string[]> {
  const { rows } = await tx.execute<{ name: string; definition: string; isKey: boolean }>(sql`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition, indisprimary as "isKey"
    from pg_index where indrelid = 'search_docs'::regclass`);
  for (const { name, definition, isKey } of rows) {
    const onNew = definition.replace(/INDEX \S+ ON (\S+\.)?search_docs /, `INDEX ${name}_new ON search_docs_new `);
    await tx.execute(sql.raw(onNew));
    if (isKey) await tx.execute(sql.raw(`alter table search_docs_new add primary key using index ${name}_new`));
  }
  return rows.map(({ name }) => name);
}
