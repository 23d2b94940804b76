import type { Database } from '#server/db/client.ts';
import { auditLog } from '#server/db/schema/index.ts';

interface AuditEntry {
  /** Null for the site itself or a visitor. */
  actorId: string | null;
  /** The subject and the event: 'business.approved', 'account.password-changed'. */
  action: string;
  subjectType: 'user' | 'business' | 'event' | 'article' | (string & {});
  subjectId: string;
  /** {field: [old, new]} for edits; otherwise details of the action. Never a password, token or code. */
  data?: Record<string, unknown>;
}

/**
 * Records who changed what. Pass the transaction of the change, so that neither is stored without the other.
 */
export async function writeAudit(tx: Database, entry: AuditEntry): Promise<void> {
  await tx.insert(auditLog).values(entry);
}
