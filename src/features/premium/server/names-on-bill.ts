import { and, eq, inArray, or } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { businesses } from '#server/db/schema/index.ts';

/**
 * The names of the person's listings that a bill for Premium is made out to: those that are shown, wait, or are taken off by their owner for
 * now. One that staff have refused may be somebody else's business.
 */
export async function namesOnBill(db: Database, ownerId: string): Promise<string[]> {
  const isTheirs = or(
    inArray(businesses.status, ['approved', 'pending']),
    and(eq(businesses.status, 'hidden'), eq(businesses.hiddenByOwner, true)),
  );
  const rows = await db
    .select({ name: businesses.name })
    .from(businesses)
    .where(and(eq(businesses.ownerId, ownerId), isTheirs))
    .orderBy(businesses.createdAt, businesses.id);
  return rows.map(({ name }) => name);
}
