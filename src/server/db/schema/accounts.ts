import { sql } from 'drizzle-orm';
import { bigint, check, index, inet, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { staffRights } from '#shared/staff-rights.ts';
import { createdAt, id, instant } from './columns.ts';

export const users = pgTable(
  'users',
  {
    id: id(),
    username: text().notNull(),
    email: text().notNull(),
    emailVerifiedAt: instant(),
    /** argon2id in PHC form; null until the person sets a password by link. */
    passwordHash: text(),
    role: text({ enum: ['owner', 'staff'] })
      .notNull()
      .default('owner'),
    /** Staff have at least one, owners none. */
    rights: text({ enum: staffRights }).array().notNull().default([]),
    totpSecret: text(),
    totpConfirmedAt: instant(),
    /** The 30-second step of the last code that was taken: none is taken twice. */
    totpLastStep: bigint({ mode: 'number' }),
    bannedAt: instant(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('users_email_key').on(sql`lower(${t.email})`),
    uniqueIndex('users_username_key').on(sql`lower(${t.username})`),
    check('users_role_known', sql`${t.role} in ('owner', 'staff')`),
    check('users_rights_known', sql`${t.rights} <@ array['editor', 'moderator', 'treasurer', 'administrator']`),
    check('users_rights_fit', sql`(${t.role} = 'staff') = (cardinality(${t.rights}) > 0)`),
  ],
);

export const sessions = pgTable(
  'sessions',
  {
    id: id(),
    /** SHA-256 of the cookie's token, hex: a copy of this table opens no session. */
    tokenHash: text().notNull().unique(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
    lastUsedAt: createdAt(),
    expiresAt: instant().notNull(),
    /** Set once the second factor was given in this session. */
    secondFactorAt: instant(),
    userAgent: text(),
    clientAddress: inet(),
  },
  (t) => [index('sessions_user_id').on(t.userId), index('sessions_expires_at').on(t.expiresAt)],
);

/** Links sent by mail and recovery codes: each works once. */
export const userTokens = pgTable(
  'user_tokens',
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    purpose: text({ enum: ['verify-email', 'reset-password', 'change-email', 'recovery-code'] }).notNull(),
    tokenHash: text().notNull().unique(),
    /** The data of the link, for example the new address. */
    data: jsonb(),
    createdAt: createdAt(),
    expiresAt: instant(),
    usedAt: instant(),
  },
  (t) => [index('user_tokens_user_id').on(t.userId, t.purpose)],
);
