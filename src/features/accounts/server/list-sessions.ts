import { and, desc, eq, gt } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { sessions } from '#server/db/schema/index.ts';
import type { SessionInfo } from '../account-contract.ts';
import { describeDevice } from '../describe-device.ts';
import { describeNetwork } from './describe-network.ts';

/** A person's open sessions, last used first, with the whole stored address. @param currentId the session that asks */
export async function sessionsOf(
  db: Database,
  userId: string,
  { now, currentId }: { now: Date; currentId?: string },
): Promise<(SessionInfo & { clientAddress: string | null })[]> {
  const { id, userAgent, clientAddress, createdAt, signedInAt, lastUsedAt } = sessions;
  const rows = await db
    .select({ id, userAgent, clientAddress, createdAt, signedInAt, lastUsedAt })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, now)))
    .orderBy(desc(sessions.lastUsedAt), desc(sessions.id));
  return rows.map((row) => ({
    id: row.id,
    device: describeDevice(row.userAgent),
    network: describeNetwork(row.clientAddress),
    clientAddress: row.clientAddress,
    createdAt: (row.signedInAt ?? row.createdAt).toISOString(),
    lastUsedAt: row.lastUsedAt.toISOString(),
    isCurrent: row.id === currentId,
  }));
}
