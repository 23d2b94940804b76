import { sql } from 'drizzle-orm';
import { bigint, check, index, inet, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { mailKinds } from '#shared/mail-kinds.ts';
import { staffRights } from '#shared/staff-rights.ts';
import { bytes, createdAt, id, instant } from './columns.ts';

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
    /** For staff: subjects of features/alerts/alert-subjects.ts that are mailed to this address, too. */
    alerts: text().array().notNull().default([]),
    /** Optional mails that the person has stopped. */
    mailsOff: text({ enum: mailKinds }).array().notNull().default([]),
    totpSecret: text(),
    totpConfirmedAt: instant(),
    /** The 30-second step of the last code that was taken: none is taken twice. */
    totpLastStep: bigint({ mode: 'number' }),
    bannedAt: instant(),
    /** An owner's announcements and events: 'first' and 'reviewed' wait for staff. Staff's first yes makes 'direct' of 'first' alone. */
    posting: text({ enum: ['first', 'direct', 'reviewed'] })
      .notNull()
      .default('first'),
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
    /** The log-in, where the session was begun anew since, with a proof of who is here; null: createdAt. */
    signedInAt: instant(),
    lastUsedAt: createdAt(),
    expiresAt: instant().notNull(),
    /** Set once the second factor was given in this session. */
    secondFactorAt: instant(),
    userAgent: text(),
    clientAddress: inet(),
  },
  (t) => [index('sessions_user_id').on(t.userId), index('sessions_expires_at').on(t.expiresAt)],
);

/** Keys that a device of the person holds (WebAuthn). The public half is no secret. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    /** Given by the device, base64url. */
    credentialId: text().notNull().unique(),
    /** COSE form. */
    publicKey: bytes().notNull(),
    /** Signatures that the device has counted; synced passkeys stay at 0. */
    counter: bigint({ mode: 'number' }).notNull(),
    transports: text().array().notNull().default([]),
    /** The host name of the site that the key works for (RP ID). Null: of an earlier release, until the next start fills it. */
    rpId: text(),
    createdAt: createdAt(),
    lastUsedAt: instant(),
  },
  (t) => [index('passkeys_user_id').on(t.userId)],
);

/** Questions that wait for a passkey's answer: each is deleted by the first answer. */
export const passkeyChallenges = pgTable(
  'passkey_challenges',
  {
    challenge: text().primaryKey(),
    purpose: text({ enum: ['log-in', 'proof', 'add'] }).notNull(),
    /** SHA-256 of the session's or anonymous browser's cookie, hex. */
    boundTo: text().notNull(),
    expiresAt: instant().notNull(),
  },
  (t) => [index('passkey_challenges_expires_at').on(t.expiresAt)],
);

/** Links sent by mail and recovery codes: each works once. */
export const userTokens = pgTable(
  'user_tokens',
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    purpose: text({
      enum: [
        'verify-email',
        'reset-password',
        'change-email',
        'guarded-email-confirm',
        'guarded-email-stop',
        'recovery-code',
      ],
    }).notNull(),
    tokenHash: text().notNull().unique(),
    /** The data of the link, for example the new address. */
    data: jsonb(),
    createdAt: createdAt(),
    expiresAt: instant(),
    usedAt: instant(),
  },
  (t) => [index('user_tokens_user_id').on(t.userId, t.purpose)],
);

/** Changes of e-mail that staff have started for a person whose mailbox is lost: at most one for each person. */
export const guardedEmailChanges = pgTable('guarded_email_changes', {
  userId: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  email: text().notNull(),
  /** Why staff believe that it is the same person. */
  reason: text().notNull(),
  startedById: uuid().references(() => users.id, { onDelete: 'set null' }),
  createdAt: createdAt(),
  /** The change does not happen before this moment. */
  dueAt: instant().notNull(),
  /** Null until the new mailbox has followed its link. */
  confirmedAt: instant(),
  /** Without a confirmation, the change is dropped at this moment. */
  expiresAt: instant().notNull(),
});
