import { desc, eq, or, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { auditLog, businesses, claims, newsletterSubscribers, users } from '#server/db/schema/index.ts';
import type { SessionUser } from '#server/http/serve.ts';
import type { Answer } from '#shared/endpoint.ts';
import type { downloadData } from '../account-contract.ts';
import { sessionsOf } from './list-sessions.ts';

type Download = Answer<typeof downloadData>;

/** Collects everything that is stored about a person, for the person's own download. */
export async function collectData(db: Database, user: SessionUser, now: Date): Promise<Download> {
  const [account] = await db.select().from(users).where(eq(users.id, user.id));
  if (!account) throw new Error('a session without its account');
  const owned = await db
    .select()
    .from(businesses)
    .where(or(eq(businesses.ownerId, user.id), eq(businesses.submittedById, user.id)))
    .orderBy(businesses.id);
  const claimed = await db
    .select({ claim: claims, business: businesses.name })
    .from(claims)
    .leftJoin(businesses, eq(businesses.id, claims.businessId))
    .where(eq(claims.userId, user.id))
    .orderBy(claims.id);
  const [subscriber] = await db
    .select({ status: newsletterSubscribers.status })
    .from(newsletterSubscribers)
    .where(sql`lower(${newsletterSubscribers.email}) = lower(${user.email})`);
  const activity = await db
    .select()
    .from(auditLog)
    .where(eq(auditLog.actorId, user.id))
    .orderBy(desc(auditLog.at))
    .limit(5000);
  return {
    account: {
      ...account,
      emailVerifiedAt: account.emailVerifiedAt?.toISOString() ?? null,
      createdAt: account.createdAt.toISOString(),
    },
    sessions: await sessionsOf(db, user.id, { now, currentId: user.sessionId }),
    businesses: owned.map((business) => ({
      ...business,
      ...(business as Pick<Download['businesses'][number], 'hours' | 'closures' | 'socialLinks'>),
      createdAt: business.createdAt.toISOString(),
    })),
    claims: claimed.map(({ claim, business }) => ({ ...claim, business, createdAt: claim.createdAt.toISOString() })),
    newsletter: subscriber?.status ?? null,
    activity: activity.map((entry) => ({ ...entry, at: entry.at.toISOString() })),
  };
}
