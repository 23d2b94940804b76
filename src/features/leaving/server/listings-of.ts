import { and, asc, eq, isNull, or } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { businesses } from '#server/db/schema/index.ts';
import type { Leaving } from '../contract.ts';

const maxNamed = 100;

/** The person's listings that stay in the directory after a deletion, for anybody to claim. */
export const listListingsOf = (db: Database, userId: string): Promise<Leaving['listings']> =>
  db
    .select({ id: businesses.id, name: businesses.name })
    .from(businesses)
    .where(and(eq(businesses.ownerId, userId), eq(businesses.status, 'approved')))
    .orderBy(asc(businesses.name), asc(businesses.id))
    .limit(maxNamed);

/** The names of those that wait for staff. A deletion leaves them in the queue. */
export async function listWaitingOf(db: Database, userId: string): Promise<string[]> {
  const isTheirs = or(
    eq(businesses.ownerId, userId),
    and(isNull(businesses.ownerId), eq(businesses.submittedById, userId)),
  );
  const rows = await db
    .select({ name: businesses.name })
    .from(businesses)
    .where(and(isTheirs, eq(businesses.status, 'pending')))
    .orderBy(asc(businesses.name), asc(businesses.id))
    .limit(maxNamed);
  return rows.map(({ name }) => name);
}
