import { and, arrayContains, isNull, ne } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { users } from '#server/db/schema/index.ts';

/** The mailboxes of all administrators who are not banned. @param except somebody who is told in another way */
export async function administratorMailboxes(tx: Database, except?: string): Promise<string[]> {
  const rows = await tx
    .select({ email: users.email })
    .from(users)
    .where(
      and(
        arrayContains(users.rights, ['administrator']),
        isNull(users.bannedAt),
        except === undefined ? undefined : ne(users.id, except),
      ),
    );
  return rows.map(({ email }) => email);
}
