import type { Database } from '#server/db/client.ts';
import { announceChange } from '#server/http/announce-change.ts';
import { materialiseOccurrences } from './materialise-occurrences.ts';

/** The daily job: moves the range of dates for which occurrences are stored, in one transaction. */
export async function refreshOccurrences(db: Database, now: Date, timeZone: string): Promise<void> {
  await db.transaction(async (tx) => {
    const changed = await materialiseOccurrences(tx, { timeZone, now });
    if (changed > 0) await announceChange(tx, ['events']);
  });
}
