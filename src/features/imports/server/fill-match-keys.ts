import { sql } from 'drizzle-orm';
import { addressKey, nameKey } from '#features/businesses/match-keys.ts';
import type { ImportSession } from './import-session.ts';

const chunkSize = 2000;

/**
 * Computes the match keys of listings that were written without them. A dry run does it in its private copy,
 * which then contains those listings too.
 */
export async function fillMatchKeys({ db, dryRun }: ImportSession): Promise<void> {
  const table = dryRun ? sql`import_preview` : sql`businesses`;
  if (dryRun) {
    await db.execute(
      sql`insert into import_preview select * from businesses where name_key is null or address_key is null`,
    );
  }
  for (;;) {
    const { rows } = await db.execute<{ id: string; name: string; address: string }>(sql`
      select id, name, address from ${table} where name_key is null or address_key is null limit ${chunkSize}`);
    if (rows.length === 0) return;
    const keys = rows.map(({ id, name, address }) => ({
      id,
      name_key: nameKey(name),
      address_key: addressKey(address),
    }));
    await db.execute(sql`
      update ${table} b set name_key = r.name_key, address_key = r.address_key
      from json_to_recordset(${JSON.stringify(keys)}) as r(id uuid, name_key text, address_key text)
      where b.id = r.id`);
  }
}
