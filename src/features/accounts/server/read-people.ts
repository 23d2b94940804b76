import { and, desc, eq, gt, ilike, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '#server/db/client.ts';
import { containing } from '#server/db/containing.ts';
import {
  announcements,
  businesses,
  claims,
  corrections,
  eventSuggestions,
  guardedEmailChanges,
  listingOrders,
  sessions,
  upgradeSessions,
  users,
} from '#server/db/schema/index.ts';
import { Problem } from '#shared/problem.ts';
import { describeDevice } from '../describe-device.ts';
import type { Person, PersonDetail } from '../people-contract.ts';
import { hasFactor } from './second-factor-state.ts';

const { id, username, email, role, rights, emailVerifiedAt, bannedAt, createdAt } = users;

async function readPeople(db: Database, where: SQL | undefined, limit: number): Promise<Person[]> {
  const rows = await db
    .select({
      id,
      username,
      email,
      role,
      rights,
      emailVerifiedAt,
      secondFactor: hasFactor,
      bannedAt,
      createdAt,
      businessCount: sql<number>`(select count(*)::int from businesses b where b.owner_id = users.id)`,
      sessionCount: sql<number>`(select count(*)::int from sessions s where s.user_id = users.id and s.expires_at > now())`,
    })
    .from(users)
    .where(where)
    .orderBy(desc(id))
    .limit(limit);
  return rows.map(({ emailVerifiedAt: verified, ...row }) => ({
    ...row,
    emailVerified: verified !== null,
    bannedAt: row.bannedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  }));
}

interface PeopleSearch {
  search?: string | undefined;
  kind: 'all' | 'owner' | 'staff' | 'banned';
  cursor?: string | undefined;
}

/** Newest first. */
export function listPeople(db: Database, { search, kind, cursor }: PeopleSearch, limit: number): Promise<Person[]> {
  return readPeople(
    db,
    and(
      search ? or(ilike(username, containing(search)), ilike(email, containing(search))) : undefined,
      kind === 'owner' || kind === 'staff' ? eq(role, kind) : undefined,
      kind === 'banned' ? isNotNull(bannedAt) : undefined,
      cursor ? lt(id, cursor) : undefined,
    ),
    limit,
  );
}

/** @throws Problem 'not_found' */
export async function getPerson(db: Database, personId: string): Promise<PersonDetail> {
  const [person] = await readPeople(db, eq(id, personId), 1);
  if (!person) throw new Problem('not_found', 'This account is not there any more.');
  const owned = await db
    .select({ id: businesses.id, slug: businesses.slug, name: businesses.name, status: businesses.status })
    .from(businesses)
    .where(eq(businesses.ownerId, personId))
    .orderBy(desc(businesses.id))
    .limit(100);
  const open = await db
    .select({
      id: sessions.id,
      createdAt: sessions.createdAt,
      lastUsedAt: sessions.lastUsedAt,
      userAgent: sessions.userAgent,
      clientAddress: sessions.clientAddress,
    })
    .from(sessions)
    .where(and(eq(sessions.userId, personId), gt(sessions.expiresAt, sql`now()`)))
    .orderBy(desc(sessions.lastUsedAt))
    .limit(50);
  const starter = alias(users, 'starter');
  const [change] = await db
    .select({
      email: guardedEmailChanges.email,
      reason: guardedEmailChanges.reason,
      startedBy: starter.username,
      dueAt: guardedEmailChanges.dueAt,
      confirmedAt: guardedEmailChanges.confirmedAt,
      expiresAt: guardedEmailChanges.expiresAt,
    })
    .from(guardedEmailChanges)
    .leftJoin(starter, eq(starter.id, guardedEmailChanges.startedById))
    .where(eq(guardedEmailChanges.userId, personId));
  return {
    ...person,
    waiting: await countWaitingOf(db, person),
    atPayment: await readAtPayment(db, personId),
    emailChange: change
      ? {
          ...change,
          isConfirmed: change.confirmedAt !== null,
          dueAt: change.dueAt.toISOString(),
          expiresAt: change.expiresAt.toISOString(),
        }
      : null,
    businesses: owned,
    sessions: open.map(({ userAgent, ...row }) => ({
      ...row,
      device: describeDevice(userAgent),
      createdAt: row.createdAt.toISOString(),
      lastUsedAt: row.lastUsedAt.toISOString(),
    })),
  };
}

async function readAtPayment(db: Database, id: string): Promise<PersonDetail['atPayment']> {
  const unpaid = await db
    .select({ name: businesses.name })
    .from(claims)
    .innerJoin(businesses, eq(businesses.id, claims.businessId))
    .where(and(eq(claims.userId, id), eq(claims.status, 'pending')))
    .orderBy(claims.id);
  const isUpgrade = and(eq(upgradeSessions.userId, id), eq(upgradeSessions.status, 'open'));
  const isOrder = and(eq(listingOrders.userId, id), eq(listingOrders.status, 'pending'));
  return {
    claims: unpaid.map(({ name }) => name),
    premium: await db.$count(upgradeSessions, isUpgrade),
    listings: await db.$count(listingOrders, isOrder),
  };
}

/** Suggestions that were sent without an account are the person's where the mailbox is confirmed. */
async function countWaitingOf(db: Database, { id, email, emailVerified }: Person): Promise<PersonDetail['waiting']> {
  const theirs = or(eq(businesses.ownerId, id), and(isNull(businesses.ownerId), eq(businesses.submittedById, id)));
  const mail = emailVerified ? email : '';
  const isOfMail = sql`lower(${eventSuggestions.senderEmail}) = lower(${mail})`;
  const isOfPerson = or(eq(eventSuggestions.userId, id), isOfMail);
  const isCorrection = and(eq(corrections.status, 'waiting'), sql`lower(${corrections.email}) = lower(${mail})`);
  return {
    listings: await db.$count(businesses, and(eq(businesses.status, 'pending'), theirs)),
    claims: await db.$count(claims, and(eq(claims.userId, id), eq(claims.status, 'in_review'))),
    announcements: await db.$count(
      announcements,
      and(eq(announcements.authorId, id), eq(announcements.status, 'waiting')),
    ),
    suggestions: await db.$count(eventSuggestions, and(eq(eventSuggestions.status, 'waiting'), isOfPerson)),
    corrections: await db.$count(corrections, isCorrection),
  };
}
