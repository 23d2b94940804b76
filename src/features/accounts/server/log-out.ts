import { eq } from 'drizzle-orm';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import type { Database } from '#server/db/client.ts';
import { sessions } from '#server/db/schema/index.ts';
import { readCookie, sessionCookie } from '#server/http/cookies.ts';
import { hashToken } from './opaque-token.ts';

/** Ends the session of this call, if it still exists. */
export async function endOwnSession(db: Database, headers: Headers, siteUrl: string): Promise<void> {
  const token = readCookie(headers, sessionCookie(siteUrl.startsWith('https:')));
  if (!token) return;
  await db.transaction(async (tx) => {
    const ended = await tx
      .delete(sessions)
      .where(eq(sessions.tokenHash, hashToken(token)))
      .returning();
    for (const { userId } of ended) {
      const subject = { subjectType: 'user', subjectId: userId };
      await writeAudit(tx, { actorId: userId, action: 'account.logged-out', ...subject });
    }
  });
}
