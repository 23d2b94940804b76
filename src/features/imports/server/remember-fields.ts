import { desc, eq, isNull, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { importRuns, importUploads } from '#server/db/schema/index.ts';
import { type FieldName, fieldNames } from '../import-row.ts';

interface Column {
  name: string;
  field: FieldName | null;
}

const isField = (field: unknown): field is FieldName => fieldNames.some((name) => name === field);

/**
 * Gives the columns the fields that staff chose in the last run, also a trial, over a file with the same columns.
 */
export async function rememberFields<C extends Column>(db: Database, columns: readonly C[]): Promise<C[]> {
  const names = JSON.stringify(columns.map(({ name }) => name));
  const [last] = await db
    .select({ fields: importRuns.fields })
    .from(importRuns)
    .innerJoin(importUploads, eq(importUploads.id, importRuns.uploadId))
    .where(
      sql`${isNull(importRuns.undoesId)} and ${names}::jsonb = (
        select jsonb_agg(x.value -> 'name' order by x.place)
        from jsonb_array_elements(${importUploads.columns}) with ordinality as x(value, place))`,
    )
    .orderBy(desc(importRuns.id))
    .limit(1);
  const fields = last?.fields as unknown[] | undefined;
  if (fields?.length !== columns.length) return [...columns];
  return columns.map((column, at) => {
    const field = fields[at];
    return { ...column, field: isField(field) ? field : null };
  });
}
