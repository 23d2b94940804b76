/** People who help an owner with a listing, and who is invited to. */
import { index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';
import { businesses } from './businesses.ts';
import { createdAt, id, instant } from './columns.ts';

export const listingManagers = pgTable(
  'listing_managers',
  {
    businessId: uuid()
      .notNull()
      .references(() => businesses.id, { onDelete: 'cascade' }),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The owner who asked for it. It counts only while that person owns the listing. */
    invitedBy: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.businessId, t.userId] }), index('listing_managers_user_id').on(t.userId)],
);

export const listingInvitations = pgTable(
  'listing_invitations',
  {
    id: id(),
    businessId: uuid()
      .notNull()
      .references(() => businesses.id, { onDelete: 'cascade' }),
    /** 'owner' hands the listing over. */
    kind: text({ enum: ['manager', 'owner'] }).notNull(),
    email: text().notNull(),
    /** SHA-256 of the mailed token. */
    tokenHash: text().notNull().unique(),
    /** The links of earlier mails to this mailbox: they say that a newer mail came. */
    formerHashes: text().array().notNull().default([]),
    invitedBy: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
    expiresAt: instant().notNull(),
  },
  (t) => [index('listing_invitations_business_id').on(t.businessId)],
);
