import { csvRows, csvTime } from '#server/csv-rows.ts';
import type { Services } from '#server/http/serve.ts';
import { actionText } from '../action-words.ts';
import { actorName } from '../actor-names.ts';
import type { AuditRow, AuditSearch } from '../contract.ts';
import { describeData } from '../describe-data.ts';
import { listAudit } from './list-audit.ts';
import { writeAudit } from './write-audit.ts';

/** Writes the rows that the page shows, newest first, as a CSV file without formulas. The download is in the audit log, too. */
export async function exportAudit(
  { db, city }: Pick<Services, 'db' | 'city'>,
  search: AuditSearch,
  { actorId }: { actorId: string },
): Promise<AsyncGenerator<string>> {
  const subject = { subjectType: 'site', subjectId: 'audit-log' };
  await writeAudit(db, { actorId, action: 'audit.exported', ...subject, data: { ...search } });
  const { timeZone } = city.facts;
  const columns: Record<string, (row: AuditRow) => string | null> = {
    time: ({ at }) => csvTime(at, timeZone),
    by: actorName,
    what: ({ action, data }) => actionText(action, data),
    about: ({ subjectName, payer }) => subjectName ?? payer?.business?.name ?? null,
    person: ({ payer, forPerson }) => (payer?.person ?? forPerson)?.username ?? null,
    details: ({ data, action }) => describeData(data, timeZone, action),
    kind: ({ subjectType }) => subjectType,
    'its id': ({ subjectId }) => subjectId,
    number: ({ id }) => id,
  };
  const page = { timeZone, subjectTypes: undefined };
  return csvRows({ columns, read: (after, limit) => listAudit(db, search, { ...page, cursor: after?.id, limit }) });
}
