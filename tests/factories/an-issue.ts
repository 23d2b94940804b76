import type { Database } from '#server/db/client.ts';
import { newsletterIssues, newsletterSubscribers } from '#server/db/schema/index.ts';
import { nextNumber } from './unique.ts';

type Issue = typeof newsletterIssues.$inferSelect;

/** Stores a draft with one heading and one text. */
export async function anIssue(db: Database, given: Partial<typeof newsletterIssues.$inferInsert> = {}): Promise<Issue> {
  const [row] = await db
    .insert(newsletterIssues)
    .values({
      subject: `Issue ${nextNumber()}`,
      blocks: [
        { type: 'heading', key: 'a', text: 'Hello' },
        { type: 'text', key: 'b', html: '<p>Good morning.</p>' },
      ],
      ...given,
    })
    .returning();
  if (!row) throw new Error('The insert of the issue returned no row');
  return row;
}

/** Stores subscribers 'reader-1@mail.example.com' and so on; returns their ids. */
export async function readers(
  db: Database,
  count: number,
  given: Partial<typeof newsletterSubscribers.$inferInsert> = {},
): Promise<string[]> {
  const values = Array.from({ length: count }, (_, n) => ({ email: `reader-${n + 1}@mail.example.com`, ...given }));
  const rows = await db.insert(newsletterSubscribers).values(values).returning({ id: newsletterSubscribers.id });
  return rows.map(({ id }) => id);
}
