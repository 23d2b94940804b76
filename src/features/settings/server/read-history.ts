import { and, desc, eq, like } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { auditLog, users } from '#server/db/schema/index.ts';
import type { SettingHistory } from '../history-contract.ts';

const maxRows = 50;

/** The changes of one setting, from the audit log, which keeps them as {field: [old, new]}. */
export async function readSettingHistory(db: Database, key: string): Promise<SettingHistory> {
  const rows = await db
    .select({ at: auditLog.at, by: users.username, action: auditLog.action, data: auditLog.data })
    .from(auditLog)
    .leftJoin(users, eq(users.id, auditLog.actorId))
    .where(and(eq(auditLog.subjectType, 'settings'), eq(auditLog.subjectId, key), like(auditLog.action, 'settings.%')))
    .orderBy(desc(auditLog.id))
    .limit(maxRows);
  return rows.map(({ at, by, action, data }) => ({
    at: at.toISOString(),
    by,
    isReset: action === 'settings.reset',
    changes: Object.entries((data ?? {}) as Record<string, unknown>).flatMap(([name, pair]) =>
      Array.isArray(pair) ? [{ name, from: pair[0] as unknown, to: pair[1] as unknown }] : [],
    ),
  }));
}
