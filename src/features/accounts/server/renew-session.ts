import { eq } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { sessions } from '#server/db/schema/index.ts';
import { hashToken, newToken } from './opaque-token.ts';

/**
 * Gives a session whose rights rise a new token: whoever copied the old one has nothing. Returns the token for
 * setSessionCookies, to be called after the transaction.
 */
export async function renewSession(tx: Database, sessionId: string, at: Date): Promise<string> {
  const token = newToken();
  await tx
    .update(sessions)
    .set({ tokenHash: hashToken(token), secondFactorAt: at })
    .where(eq(sessions.id, sessionId));
  return token;
}
