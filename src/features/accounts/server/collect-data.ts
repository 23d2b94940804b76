import { and, desc, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import {
  announcements,
  auditLog,
  businesses,
  businessMessages,
  claims,
  corrections,
  newsletterSubscribers,
  offers,
  ownerAnswers,
  recommendations,
  users,
} from '#server/db/schema/index.ts';
import type { SessionUser } from '#server/http/serve.ts';
import type { Answer } from '#shared/endpoint.ts';
import type { downloadData } from '../download-contract.ts';
import { lettersOf, placesOf, recommendationsOf, securityOf, talksOf, talksWithThemOf } from './collect-letters.ts';
import { paymentsOf } from './collect-payments.ts';
import { guardedChangeOf } from './guarded-email-change.ts';
import { sessionsOf } from './list-sessions.ts';
import { listPasskeys } from './passkeys.ts';
import { pendingEmailChange } from './pending-email-change.ts';

type Download = Answer<typeof downloadData>;

/** Offers, announcements and saved answers of these listings. */
async function ownWordsOf(db: Database, ids: string[]) {
  return {
    offers: await db.select().from(offers).where(inArray(offers.businessId, ids)).orderBy(offers.until, offers.id),
    announcements: await db
      .select()
      .from(announcements)
      .where(inArray(announcements.businessId, ids))
      .orderBy(announcements.until, announcements.id),
    answers: await db
      .select()
      .from(ownerAnswers)
      .where(inArray(ownerAnswers.businessId, ids))
      .orderBy(ownerAnswers.createdAt, ownerAnswers.id),
  };
}

/** Collects everything that is stored about a person, for the person's own download. */
export async function collectData(db: Database, user: SessionUser, now: Date): Promise<Download> {
  const [account] = await db.select().from(users).where(eq(users.id, user.id));
  if (!account) throw new Error('a session without its account');
  // A listing that was handed over is its new owner's, whoever sent it in.
  const isSentIn = and(isNull(businesses.ownerId), eq(businesses.submittedById, user.id));
  const owned = await db
    .select()
    .from(businesses)
    .where(or(eq(businesses.ownerId, user.id), isSentIn))
    .orderBy(businesses.id);
  const own = await ownWordsOf(
    db,
    owned.filter(({ ownerId }) => ownerId === user.id).map(({ id }) => id),
  );
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
  return {
    account: {
      ...account,
      emailVerifiedAt: account.emailVerifiedAt?.toISOString() ?? null,
      createdAt: account.createdAt.toISOString(),
    },
    sessions: await sessionsOf(db, user.id, { now, currentId: user.sessionId }),
    passkeys: await listPasskeys(db, user.id),
    emailChange: await pendingEmailChange(db, user.id, now),
    emailChangeByStaff: await guardedChangeOf(db, user.id),
    businesses: owned.map((business) => ({
      ...business,
      ...(business as Pick<Download['businesses'][number], 'hours' | 'closures' | 'socialLinks'>),
      offers: own.offers.filter(({ businessId }) => businessId === business.id),
      announcements: own.announcements.filter(({ businessId }) => businessId === business.id),
      savedAnswers: own.answers.filter(({ businessId }) => businessId === business.id).map(({ text }) => text),
      createdAt: business.createdAt.toISOString(),
    })),
    claims: claimed.map(({ claim, business }) => ({
      ...claim,
      business,
      talk: talks(claim.id),
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
    security: await securityOf(db, user.id),
    activity: activity.map((entry) => ({ ...entry, at: entry.at.toISOString() })),
  };
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
