import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';
import { createdAt, id, instant } from './columns.ts';

/** A bar that staff put above every page: boil water, road closed, storm. */
export const notices = pgTable(
  'notices',
  {
    id: id(),
    severity: text({ enum: ['info', 'warning', 'emergency'] }).notNull(),
    /** As typed, no HTML */
    text: text().notNull(),
    /** A path of this site or a web address. */
    url: text(),
    /** The words of the link; null: the usual ones. */
    label: text(),
    startsAt: instant().notNull(),
    /** Null: until somebody takes it down. */
    endsAt: instant(),
    /** Set by staff; a notice that ended by its time has none. */
    takenDownAt: instant(),
    /** Counts edits: an edit of another copy than the one looked at is refused. */
    version: integer().notNull().default(1),
    createdBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  (t) => [index('notices_starts_at').on(t.startsAt)],
);
