import type { Database } from '#server/db/client.ts';
import { auditLog } from '#server/db/schema/index.ts';

export interface AuditEntry {
  /** null: the site itself, or a visitor. */
  actorId: string | null;
  /** Subject and what happened to it: 'business.approved', 'account.password-changed'. */
  action: string;
  subjectType: 'user' | 'business' | 'event' | 'article' | (string & {});
  subjectId: string;
  /** {field: [old, new]} for edits, otherwise what the action says. Never a password, token or code. */
  data?: Record<string, unknown>;
}

/** Notes who changed what. Give it the transaction of the change: neither is kept without the other. */
export async function writeAudit(tx: Database, entry: AuditEntry): Promise<void> {
  await tx.insert(auditLog).values(entry);
}
