import { hashToken, newToken } from '#features/accounts/server/opaque-token.ts';
import type { Database } from '#server/db/client.ts';
import { sessions } from '#server/db/schema/index.ts';

/**
 * Stores a session of this person and returns its token, the value of the cookie `session`. It ends at `expiresAt`, by
 * whatever clock the test uses: a session that is used no later than it was last used is not given another end.
 */
export async function aSession(
  db: Database,
  userId: string,
  given: Partial<typeof sessions.$inferInsert> = {},
): Promise<string> {
  const token = newToken();
  const expiresAt = given.expiresAt ?? new Date(Date.now() + 30 * 86_400_000);
  await db.insert(sessions).values({ tokenHash: hashToken(token), userId, lastUsedAt: expiresAt, ...given, expiresAt });
  return token;
}
