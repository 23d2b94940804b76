import { isIP } from 'node:net';
import { eq } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { sessions, users } from '#server/db/schema/index.ts';
import { readCookie, sessionCookie } from '#server/http/cookies.ts';
import type { ApiRequest } from '#server/http/serve.ts';
import { Problem } from '#shared/problem.ts';
import { hashToken, newToken } from './opaque-token.ts';
import { endOfSession } from './session-life.ts';

/**
 * Starts a session with a new token and ends the one that this browser came with. Returns the token for
 * setSessionCookies, to be called after the transaction.
 * @param options `isSameSignIn`: the person was signed in and has proved it once more, which is no new log-in on the list of devices
 */
export async function startSession(
  tx: Database,
  userId: string,
  { headers, env, clientAddress, now }: Pick<ApiRequest, 'headers' | 'env' | 'clientAddress' | 'now'>,
  { hasSecondFactor = false, isSameSignIn = false }: { hasSecondFactor?: boolean; isSameSignIn?: boolean } = {},
): Promise<string> {
  const former = readCookie(headers, sessionCookie(env.siteUrl.startsWith('https:')));
  const { createdAt, signedInAt, userId: formerUser } = sessions;
  const ended = former
    ? await tx
        .delete(sessions)
        .where(eq(sessions.tokenHash, hashToken(former)))
        .returning({ createdAt, signedInAt, userId: formerUser })
    : [];
  const begun = isSameSignIn ? ended.find((session) => session.userId === userId) : undefined;
  const token = newToken();
  const at = now();
  const [person] = await tx.select({ role: users.role }).from(users).where(eq(users.id, userId));
  if (person === undefined) throw new Problem('signed_out', 'This account is gone.');
  await tx.insert(sessions).values({
    tokenHash: hashToken(token),
    userId,
    createdAt: at,
    signedInAt: begun ? (begun.signedInAt ?? begun.createdAt) : null,
    lastUsedAt: at,
    secondFactorAt: hasSecondFactor ? at : null,
    expiresAt: endOfSession(person.role, at, at),
    userAgent: headers.get('user-agent')?.slice(0, 400) ?? null,
    // A careless proxy may send any text.
    clientAddress: isIP(clientAddress) === 0 ? null : clientAddress,
  });
  return token;
}
