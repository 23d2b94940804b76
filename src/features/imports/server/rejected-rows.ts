import { and, asc, eq, gt } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { importRejections, importRuns } from '#server/db/schema/index.ts';
import { csvLine } from '#shared/csv-line.ts';

const rowsAtOnce = 1_000;

/** The refused rows of a run as CSV without formulas, in pieces; null when there is no such run. */
export async function rejectedRowsCsv(db: Database, runId: string): Promise<AsyncGenerator<string> | null> {
  if ((await db.$count(importRuns, eq(importRuns.id, runId))) === 0) return null;
  return (async function* () {
    yield csvLine(['line', 'reason', 'name', 'address']);
    let after = 0;
    for (;;) {
      const rows = await db
        .select()
        .from(importRejections)
        .where(and(eq(importRejections.runId, runId), gt(importRejections.position, after)))
        .orderBy(asc(importRejections.position))
        .limit(rowsAtOnce);
      if (rows.length === 0) return;
      yield rows.map(({ line, reason, name, address }) => csvLine([line, reason, name, address])).join('');
      after = rows.at(-1)?.position ?? after;
    }
  })();
}
