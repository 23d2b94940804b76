import { and, eq, gt, isNull } from 'drizzle-orm';
import { sessions, users } from '#server/db/schema/index.ts';
import { readCookie, sessionCookie } from '#server/http/cookies.ts';
import type { ApiRequest, SessionUser } from '#server/http/serve.ts';
import { dayMs, minuteMs } from '#shared/times.ts';
import { hashToken } from './opaque-token.ts';
import { setSessionCookies } from './session-cookies.ts';
import { sessionLifeMs } from './start-session.ts';

/**
 * People see 'last used'. Writing it on each call would be the call's main cost, so it is written this often.
 */
const noteUseEveryMs = 5 * minuteMs;
/** The 30 days are renewed once a day, because the cookie has to be sent again each time. */
const prolongEveryMs = dayMs;

/** Finds the session of this call; null when there is none or it has ended. */
export async function findSession(
  request: Pick<ApiRequest, 'db' | 'env' | 'headers' | 'now' | 'setHeader'>,
): Promise<SessionUser | null> {
  const { db, env, headers, now } = request;
  const token = readCookie(headers, sessionCookie(env.siteUrl.startsWith('https:')));
  if (!token) return null;
  const at = now();
  const [row] = await db
    .select({
      sessionId: sessions.id,
      lastUsedAt: sessions.lastUsedAt,
      expiresAt: sessions.expiresAt,
      secondFactorAt: sessions.secondFactorAt,
      id: users.id,
      username: users.username,
      email: users.email,
      role: users.role,
      emailVerifiedAt: users.emailVerifiedAt,
      totpConfirmedAt: users.totpConfirmedAt,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.tokenHash, hashToken(token)), gt(sessions.expiresAt, at), isNull(users.bannedAt)));
  if (!row) return null;

  const prolong = row.expiresAt.getTime() - at.getTime() < sessionLifeMs - prolongEveryMs;
  if (prolong || at.getTime() - row.lastUsedAt.getTime() > noteUseEveryMs) {
    const expiresAt = prolong ? new Date(at.getTime() + sessionLifeMs) : row.expiresAt;
    await db.update(sessions).set({ lastUsedAt: at, expiresAt }).where(eq(sessions.id, row.sessionId));
    if (prolong) await setSessionCookies(db, request, token);
  }
  return {
    id: row.id,
    username: row.username,
    email: row.email,
    role: row.role,
    emailVerified: row.emailVerifiedAt !== null,
    secondFactor: row.totpConfirmedAt === null ? 'off' : row.secondFactorAt === null ? 'asked' : 'given',
    sessionId: row.sessionId,
  };
}
