import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import {
  auditLog,
  businesses,
  businessMessages,
  claims,
  corrections,
  newsletterSubscribers,
  recommendations,
  statisticsLetters,
  users,
} from '#server/db/schema/index.ts';
import type { SessionUser } from '#server/http/serve.ts';
import type { Answer } from '#shared/endpoint.ts';
import type { downloadData } from '../download-contract.ts';
import { documentsOf } from './collect-documents.ts';
import { lettersOf, placesOf, recommendationsOf, securityOf, talksOf, talksWithThemOf } from './collect-letters.ts';
import { listingsOf } from './collect-listings.ts';
import { paymentsOf } from './collect-payments.ts';
import { guardedChangeOf } from './guarded-email-change.ts';
import { sessionsOf } from './list-sessions.ts';
import { listPasskeys } from './passkeys.ts';
import { pendingEmailChange } from './pending-email-change.ts';

type Download = Answer<typeof downloadData>;

/** Collects everything that is stored about a person, for the person's own download. `sessionId`: the session that asks. */
export async function collectData(
  db: Database,
  user: Pick<SessionUser, 'id' | 'email'> & Partial<Pick<SessionUser, 'sessionId'>>,
  now: Date,
): Promise<Download> {
  const [account] = await db.select().from(users).where(eq(users.id, user.id));
  if (!account) throw new Error('a person without an account');
  const claimed = await db
    .select({ claim: claims, business: businesses.name })
    .from(claims)
    .leftJoin(businesses, eq(businesses.id, claims.businessId))
    .where(eq(claims.userId, user.id))
    .orderBy(claims.id);
  // Anybody may type an address, so only a confirmed one counts.
  const suggested =
    account.emailVerifiedAt === null
      ? []
      : await db
          .select({ correction: corrections, business: businesses.name })
          .from(corrections)
          .innerJoin(businesses, eq(businesses.id, corrections.businessId))
          .where(sql`lower(${corrections.email}) = lower(${user.email})`)
          .orderBy(corrections.id);
  const [subscriber] =
    account.emailVerifiedAt === null
      ? []
      : await db
          .select({ status: newsletterSubscribers.status })
          .from(newsletterSubscribers)
          .where(sql`lower(${newsletterSubscribers.email}) = lower(${user.email})`);
  const activity = await db
    .select()
    .from(auditLog)
    .where(eq(auditLog.actorId, user.id))
    .orderBy(desc(auditLog.at))
    .limit(5000);
  const talks = await talksOf(db, [
    ...claimed.map(({ claim }) => claim.id),
    ...suggested.map(({ correction }) => correction.id),
  ]);
  const documents = await documentsOf(db, user.id);
  return {
    account: {
      ...account,
      emailVerifiedAt: account.emailVerifiedAt?.toISOString() ?? null,
      createdAt: account.createdAt.toISOString(),
    },
    sessions: await sessionsOf(db, user.id, {
      now,
      ...(user.sessionId === undefined ? {} : { currentId: user.sessionId }),
    }),
    passkeys: await listPasskeys(db, user.id),
    emailChange: await pendingEmailChange(db, user.id, now),
    emailChangeByStaff: await guardedChangeOf(db, user.id),
    businesses: await listingsOf(db, user.id),
    claims: claimed.map(({ claim, business }) => ({
      ...claim,
      business,
      talk: talks(claim.id),
      documents: documents(claim.id),
      createdAt: claim.createdAt.toISOString(),
    })),
    ...(await paymentsOf(db, account)),
    corrections: suggested.map(({ correction, business }) => ({
      ...correction,
      business,
      talk: talks(correction.id),
      createdAt: correction.createdAt.toISOString(),
    })),
    messagesSent:
      account.emailVerifiedAt === null
        ? []
        : await messagesOf(db, sql`lower(${businessMessages.email}) = lower(${user.email})`, 'reply'),
    messagesReceived: await messagesOf(db, eq(businesses.ownerId, user.id), 'answer'),
    ...(await lettersOf(db, account.emailVerifiedAt === null ? null : user.email)),
    recommendations:
      account.emailVerifiedAt === null
        ? []
        : await recommendationsOf(db, sql`lower(${recommendations.email}) = lower(${user.email})`),
    recommendationsReceived: await recommendationsOf(
      db,
      and(eq(businesses.ownerId, user.id), eq(recommendations.status, 'shown')),
    ),
    ...(await placesOf(db, user.id, account.emailVerifiedAt === null ? null : user.email)),
    newsletter: subscriber?.status ?? null,
    monthlyNumbers: await monthlyNumbersOf(db, user.id),
    security: await securityOf(db, user.id),
    activity: activity.map((entry) => ({ ...entry, at: entry.at.toISOString() })),
  };
}

async function monthlyNumbersOf(db: Database, userId: string): Promise<string[]> {
  const rows = await db
    .select({ name: businesses.name })
    .from(statisticsLetters)
    .innerJoin(businesses, and(eq(businesses.id, statisticsLetters.businessId), eq(businesses.ownerId, userId)))
    .where(eq(statisticsLetters.userId, userId))
    .orderBy(businesses.name);
  return rows.map(({ name }) => name);
}

/** Newest first. @param own the posts of the person's side */
async function messagesOf(db: Database, where: SQL, own: 'answer' | 'reply') {
  const rows = await db
    .select({ message: businessMessages, business: businesses.name })
    .from(businessMessages)
    .innerJoin(businesses, eq(businesses.id, businessMessages.businessId))
    .where(where)
    .orderBy(desc(businessMessages.id))
    .limit(5000);
  const talks = await talksWithThemOf(
    db,
    rows.map(({ message }) => message.id),
    own,
  );
  return rows.map(({ message, business }) => ({
    ...message,
    business,
    talk: talks(message.id),
    createdAt: message.createdAt.toISOString(),
    answeredAt: message.answeredAt?.toISOString() ?? null,
  }));
}
