import { and, eq, gt, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { auditLog } from '#server/db/schema/index.ts';

/** A person who has just kept the account was told in one mail that all plans go on; the payment service hears of it a moment later. */
export async function hasKeptAccount(tx: Database, userId: string): Promise<boolean> {
  const isKept = and(
    eq(auditLog.actorId, userId),
    eq(auditLog.action, 'account.deletion-taken-back'),
    gt(auditLog.at, sql`now() - interval '1 hour'`),
  );
  return (await tx.$count(auditLog, isKept)) > 0;
}
