/** Colleagues who are invited and have not answered. */
import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { staffRights } from '#shared/staff-rights.ts';
import { users } from './accounts.ts';
import { createdAt, id, instant } from './columns.ts';

export const staffInvitations = pgTable(
  'staff_invitations',
  {
    id: id(),
    email: text().notNull(),
    /** All that the person may do after the yes. */
    rights: text({ enum: staffRights }).array().notNull(),
    /** SHA-256 of the mailed token. */
    tokenHash: text().notNull().unique(),
    /** The links of earlier mails: they say that a newer mail came. */
    formerHashes: text().array().notNull().default([]),
    /** The administrator who sent the last mail. It counts only while that person is one. */
    invitedBy: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
    expiresAt: instant().notNull(),
  },
  (t) => [
    uniqueIndex('staff_invitations_email_key').on(sql`lower(${t.email})`),
    index('staff_invitations_invited_by').on(t.invitedBy),
    check(
      'staff_invitations_rights_known',
      sql`cardinality(${t.rights}) > 0 and ${t.rights} <@ array['editor', 'moderator', 'treasurer', 'administrator']`,
    ),
  ],
);
