import { writeAudit } from '#features/audit/server/write-audit.ts';
import type { Database } from '#server/db/client.ts';
import { csvLine } from '#shared/csv-line.ts';
import type { SubscriberSearch } from '../../subscribers-contract.ts';
import { listSubscribers } from './list-subscribers.ts';

const atOnce = 1000;

/**
 * Exports all matching subscribers as a CSV file without formulas. Written to the audit log, because
 * addresses leave the site.
 */
export async function exportSubscribers(
  db: Database,
  search: SubscriberSearch,
  { actorId }: { actorId: string },
): Promise<string> {
  const lines = [csvLine(['email', 'state', 'topics', 'source', 'consent note', 'since'])];
  let cursor: string | undefined;
  do {
    const rows = await listSubscribers(db, search, { cursor, limit: atOnce });
    for (const { email, state, topics, source, consentNote, createdAt } of rows) {
      lines.push(csvLine([email, state, topics.join(' '), source, consentNote ?? '', createdAt]));
    }
    cursor = rows.length < atOnce ? undefined : rows.at(-1)?.id;
  } while (cursor !== undefined);
  await writeAudit(db, {
    actorId,
    action: 'subscribers.exported',
    subjectType: 'newsletter',
    subjectId: 'subscribers',
    data: { ...search, rows: lines.length - 1 },
  });
  return lines.join('');
}
