/** Tables with which the site runs itself. */
import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import { actorKinds } from '#shared/actor-kinds.ts';
import { users } from './accounts.ts';
import { createdAt, id, instant } from './columns.ts';

/** Hits by limit, client and window; counts for all processes and survives a restart. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    /** '{limit}:{client}' */
    key: text().notNull(),
    windowStart: instant().notNull(),
    hits: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.key, t.windowStart] }), index('rate_limits_window_start').on(t.windowStart)],
);

/** Answers of calls that made something, so that the same call sent again makes it once. Kept for a day. */
export const carriedOut = pgTable(
  'carried_out',
  {
    /** A hash of who called, what, and with which Idempotency-Key. */
    key: text().primaryKey(),
    /** A hash of the call's input: a key counts for one input. */
    input: text().notNull(),
    /** Null for visitors. An account's answers go with it. */
    userId: uuid().references(() => users.id, { onDelete: 'cascade' }),
    /** Null only inside the transaction that carries the call out. */
    answer: jsonb(),
    createdAt: createdAt(),
  },
  (t) => [index('carried_out_created_at').on(t.createdAt), index('carried_out_user_id').on(t.userId)],
);

/** Keys made at first start, for example the one that binds CSRF tokens. */
export const siteSecrets = pgTable('site_secrets', {
  name: text().primaryKey(),
  value: text().notNull(),
  createdAt: createdAt(),
});

export const auditLog = pgTable(
  'audit_log',
  {
    id: id(),
    at: createdAt(),
    /** null: `actorKind` says who it was */
    actorId: uuid().references(() => users.id, { onDelete: 'set null' }),
    /** A person without an id has had an account, which is deleted. */
    actorKind: text({ enum: actorKinds }).notNull().default('person'),
    action: text().notNull(),
    subjectType: text().notNull(),
    subjectId: text().notNull(),
    /** Field by field: {field: [old, new]} for edits, otherwise what the action says. */
    data: jsonb(),
    /** The answer's X-Request-Id, or the job's id; null for commands. */
    requestId: text(),
  },
  (t) => [
    index('audit_log_at').on(t.at),
    index('audit_log_subject').on(t.subjectType, t.subjectId),
    // Few rows name managers who lost a listing; all others cost the index nothing.
    index('audit_log_managers').using('gin', sql`(${t.data} -> 'managers')`).where(sql`${t.data} ? 'managers'`),
  ],
);

/** Log-ins, refusals and changes of rights: who, from where, what. Kept for 180 days. */
export const securityLog = pgTable(
  'security_log',
  {
    id: id(),
    at: createdAt(),
    /** An event of server/security-events.ts, or an action of the audit log. */
    event: text().notNull(),
    /** An account's id, or a keyed hash of a mailbox that has none. Without a foreign key: it outlives the account. */
    account: text(),
    clientAddress: text(),
    requestId: text(),
    method: text(),
    /** A pattern, never the address itself. */
    route: text(),
    /** The limit, the subject of a change, or the number of further events that have no row. */
    data: jsonb(),
  },
  (t) => [
    index('security_log_at').on(t.at),
    index('security_log_account').on(t.account),
    index('security_log_client_address').on(t.clientAddress),
  ],
);

/**
 * Settings by staff over the city pack, part by part; without a row the pack's value counts. One more row, not of the pack,
 * lets staff do without a second factor (features/accounts/server/second-factor-state.ts).
 */
export const citySettings = pgTable('city_settings', {
  /** A SettingKey (server/city-pack-schema.ts), or `mail:` and the name of a mail (server/mail/mail-text.ts). */
  key: text().primaryKey(),
  value: jsonb().notNull(),
  updatedAt: createdAt(),
  updatedById: uuid().references(() => users.id, { onDelete: 'set null' }),
});

/** Acts of staff, and pictures that anybody removed, that can be undone for a short time; rows are deleted within a day. */
export const staffActs = pgTable(
  'staff_acts',
  {
    id: id(),
    /** A key of `undoers` in src/features/undo/server/undo-act.ts, or 'business.picture-removed'. */
    kind: text().notNull(),
    actorId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    subjectId: uuid().notNull(),
    /** The columns of the subject as they were; `ownerId` of a business is not put back, but has to be the same still. */
    before: jsonb().notNull(),
    /** The subject's version after the act; null where it has none. */
    version: integer(),
    /** Ids of queued mails that wait until the act can no longer be undone. */
    mails: uuid().array().notNull().default([]),
    at: createdAt(),
    /** The same for acts of one decision on several subjects, which are undone together; null for a single act. */
    groupId: uuid(),
  },
  (t) => [
    index('staff_acts_subject').on(t.subjectId, t.at),
    index('staff_acts_group').on(t.groupId).where(sql`${t.groupId} is not null`),
  ],
);

/** Searches of lists that a member of staff has named. */
export const staffFilters = pgTable('staff_filters', {
  userId: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** features/saved-filters/contract.ts SavedFilter[] */
  filters: jsonb().notNull(),
});

/** Reasons that staff give again and again, for all of them to choose from. */
export const savedReasons = pgTable(
  'saved_reasons',
  {
    id: id(),
    /** Its subject: a rejected line of the queue, or 'message' for an answer to one. */
    about: text({ enum: ['listing', 'claim', 'suggestion', 'correction', 'message'] }).notNull(),
    text: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [unique('saved_reasons_text').on(t.about, t.text)],
);
