import { and, asc, eq, gt, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { importRejections, importRuns } from '#server/db/schema/index.ts';
import { csvLine, spaceGuard } from '#shared/csv-line.ts';
import { firstLetters } from '#shared/whole-letters.ts';
import type { RawRow } from '../import-row.ts';
import { columnNames } from '../map-columns.ts';

const rowsAtOnce = 1_000;
/** Longer than any field of a listing: an import would cut the value, too. */
const maxLetters = 4_000;

/** 'shop=bakery' is the value 'bakery' of the column 'shop'. */
const byTag = (lines: string) =>
  lines.split('\n').map((line): [string, string] => {
    const at = line.indexOf('=');
    return [line.slice(0, at), line.slice(at + 1)];
  });

/** A refused row as a table has it: {column: value}. */
export function columnsOf(fields: RawRow['fields']): Record<string, string> {
  const { osmTag, osmProperties, ...others } = fields;
  const tags = [osmTag, osmProperties].flatMap((lines) => (lines ? byTag(lines) : []));
  const named = Object.entries(others).map(([field, value]): [string, string] => [columnNames[field] ?? field, value]);
  return Object.fromEntries(
    [...named, ...tags].flatMap(([name, value]) => (value ? [[name, firstLetters(value, maxLetters)]] : [])),
  );
}

/** No column of a file: '+1' is the first cell behind the last column. */
const extraKey = /^\+(\d+)$/;
/** A row with more is no row of a table. */
const maxExtra = 100;

/** The cells of a refused row behind the last column, beside its columns. */
export const extraCells = (extra: readonly string[] = []): Record<string, string> =>
  Object.fromEntries(extra.slice(0, maxExtra).map((value, at) => [`+${at + 1}`, firstLetters(value, maxLetters)]));

function behindColumns(fields: Record<string, string>): string[] {
  const count = Math.max(0, ...Object.keys(fields).map((key) => Number(extraKey.exec(key)?.[1] ?? 0)));
  return Array.from({ length: count }, (_, at) => fields[`+${at + 1}`] ?? '');
}

/**
 * The refused rows of a run as CSV without formulas, in pieces: line and reason, then the columns of the file, so that the file can
 * be mended and imported. Null when there is no such run.
 */
export async function rejectedRowsCsv(db: Database, runId: string): Promise<AsyncGenerator<string> | null> {
  if ((await db.$count(importRuns, eq(importRuns.id, runId))) === 0) return null;
  const { rows: known } = await db.execute<{ key: string }>(
    sql`select distinct jsonb_object_keys(fields) as key from import_rejections where run_id = ${runId}`,
  );
  const has = new Set(known.map(({ key }) => key)).difference(new Set(['name', 'address']));
  const rank = Object.values(columnNames);
  const columns = [...has].filter((key) => !extraKey.test(key)).toSorted((a, b) => rank.indexOf(a) - rank.indexOf(b));
  return (async function* () {
    yield csvLine(['line', 'reason', 'name', 'address', ...columns]);
    let after = 0;
    for (;;) {
      const rows = await db
        .select()
        .from(importRejections)
        .where(and(eq(importRejections.runId, runId), gt(importRejections.position, after)))
        .orderBy(asc(importRejections.position))
        .limit(rowsAtOnce);
      if (rows.length === 0) return;
      yield rows
        .map(({ line, reason, name, address, fields }) =>
          csvLine(
            [
              ...[line, reason, fields.name ?? name, fields.address ?? (fields.street === undefined ? address : '')],
              ...columns.map((column) => fields[column] ?? ''),
              // Behind the last column as before: who mends nothing is refused again for the same.
              ...behindColumns(fields),
            ],
            spaceGuard,
          ),
        )
        .join('');
      after = rows.at(-1)?.position ?? after;
    }
  })();
}
