/** Rows that were kept as JSON, and come back into their tables. */
import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';

/** Rows as JSON, by table. */
export type Rows = Record<string, object[]>;

export const fromJson = (table: string, rows: object[] | undefined): SQL =>
  sql`jsonb_populate_recordset(null::${sql.identifier(table)}, ${JSON.stringify(rows ?? [])}::jsonb)`;

/**
 * Inserts the rows, which all have the same keys. A column that the table has got since takes its default, and one that it has lost
 * is left out.
 * @param more a condition on the rows `s`, or the rule for those that are there already
 */
export async function putBack(tx: Database, table: string, rows: object[] = [], more: SQL = sql``): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  const found = await tx.execute<{ name: string }>(sql`
    select attname as name from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attname in ${Object.keys(first)}`);
  const join = (write: (column: SQL) => SQL) =>
    sql.join(
      found.rows.map(({ name }) => write(sql`${sql.identifier(name)}`)),
      sql`, `,
    );
  await tx.execute(sql`
    insert into ${sql.identifier(table)} (${join((column) => column)})
    select ${join((column) => sql`s.${column}`)} from ${fromJson(table, rows)} s ${more}`);
}
