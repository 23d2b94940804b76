import { currentCall } from '#server/call-context.ts';
import type { Database } from '#server/db/client.ts';
import { auditLog, securityLog } from '#server/db/schema/index.ts';
import type { ActorKind } from '#shared/actor-kinds.ts';
import { actionWords } from '../action-words.ts';

/** The doer of an act: an account, or, without one, what `by` says. */
export type AuditActor =
  | { actorId: string; by?: never }
  | { actorId: null; by: Exclude<ActorKind, 'person'> | 'deleted' };

/** The account, or who acts without one. */
export const actorOr = (actorId: string | null | undefined, by: NonNullable<AuditActor['by']>): AuditActor =>
  actorId ? { actorId } : { actorId: null, by };

type AuditEntry = AuditActor & {
  /** The subject and the event: 'business.approved', 'account.password-changed'. */
  action: string;
  subjectType: 'user' | 'business' | 'event' | 'article' | (string & {});
  subjectId: string;
  /** {field: [old, new]} for edits; otherwise details of the action. Never a password, token or code. */
  data?: Record<string, unknown>;
};

/** Actions that the security log has, too: accounts and roles, exports, money, deletions, settings. */
const ofSecurity =
  /^(account|user|settings|billing)\.|\.(exported|refunded|erased|deleted|merged|suppressed)$|^(subscribers\.imported|claim\.approved|business\.(handed-over|hand-over-started|owner-changed|manager-added|manager-removed))$/;

/** Vitest sets it in its workers and in the programs that they start. */
const isTest = process.env.VITEST !== undefined;

/**
 * Records who changed what. Pass the transaction of the change, so that neither is stored without the other.
 */
export async function writeAudit(tx: Database, entry: AuditEntry): Promise<void> {
  if (isTest && !(entry.action in actionWords)) throw new Error(`action-words.ts has no words for '${entry.action}'`);
  const call = currentCall();
  const { by = 'person', ...line } = entry;
  // Once a person's account is deleted, the row has lost its id; one that is written afterwards reads the same.
  await tx
    .insert(auditLog)
    .values({ ...line, actorKind: by === 'deleted' ? 'person' : by, requestId: call?.requestId });
  if (!ofSecurity.test(entry.action)) return;
  const { action: event, actorId: account, subjectId: subject } = entry;
  if (call) call.changes.push({ event, account, subject });
  // Without an account and a call, only `by` tells a command of the operator from a job.
  else await tx.insert(securityLog).values({ event, account, data: { subject, ...(account === null ? { by } : {}) } });
}
