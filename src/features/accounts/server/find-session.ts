import { and, eq, gt, isNull } from 'drizzle-orm';
import { sessions, users } from '#server/db/schema/index.ts';
import { readCookie, sessionCookie } from '#server/http/cookies.ts';
import type { ApiRequest, SessionUser } from '#server/http/serve.ts';
import { dayMs, minuteMs } from '#shared/times.ts';
import { hashToken } from './opaque-token.ts';
import { hasFactor, isExcepted, secondFactorState } from './second-factor-state.ts';
import { setSessionCookies } from './session-cookies.ts';
import { endOfSession } from './session-life.ts';

/**
 * People see 'last used'. Writing it on each call would be the call's main cost, so it is written this often.
 */
const noteUseEveryMs = 5 * minuteMs;

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
      createdAt: sessions.createdAt,
      secondFactorAt: sessions.secondFactorAt,
      id: users.id,
      username: users.username,
      email: users.email,
      role: users.role,
      rights: users.rights,
      emailVerifiedAt: users.emailVerifiedAt,
      hasFactor,
      isExcepted,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.tokenHash, hashToken(token)), gt(sessions.expiresAt, at), isNull(users.bannedAt)));
  if (!row) return null;

  if (at.getTime() - row.lastUsedAt.getTime() > noteUseEveryMs) {
    const expiresAt = endOfSession(row.role, row.createdAt, at);
    await db.update(sessions).set({ lastUsedAt: at, expiresAt }).where(eq(sessions.id, row.sessionId));
    const dayAt = (moment: Date) => Math.floor((moment.getTime() - row.createdAt.getTime()) / dayMs);
    if (dayAt(at) > dayAt(row.lastUsedAt)) await setSessionCookies(db, request, token);
  }
  return {
    id: row.id,
    username: row.username,
    email: row.email,
    role: row.role,
    rights: row.rights,
    emailVerified: row.emailVerifiedAt !== null,
    secondFactor: secondFactorState(row, env),
    provedAt: row.secondFactorAt !== null && row.secondFactorAt > row.createdAt ? row.secondFactorAt : row.createdAt,
    sessionId: row.sessionId,
  };
}
