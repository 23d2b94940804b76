/** Texts that people have written grow for years: a search reads them by indexes. */
import { type SQL, sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import type { Database } from '#server/db/client.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { findAnything } from './find-anything.ts';

const database = testDatabase();

/** The plan of a search, where PostgreSQL reads no table from end to end as long as there is another way. */
async function planOf(text: string): Promise<string> {
  let query: SQL = sql``;
  const execute = async (asked: SQL) => {
    query = asked;
    return { rows: [] };
  };
  await findAnything({ execute } as unknown as Database, text, ['administrator']);
  return database.db.transaction(async (tx) => {
    await tx.execute(sql`set local enable_seqscan = off`);
    const { rows } = await tx.execute<{ 'QUERY PLAN': string }>(sql`explain ${query}`);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  });
}

it('reads letters, talks, suggestions and recommendations by the indexes of their words, and money by that of amounts', async () => {
  const plan = await planOf('$25');
  for (const index of [
    ...['contact_messages_words', 'conversation_posts_words', 'reports_words', 'corrections_words'],
    ...['event_suggestions_words', 'recommendations_words', 'claims_words', 'money_acts_words'],
    ...['money_acts_cents', 'subscriptions_price_cents', 'listing_orders_refunds'],
  ]) {
    expect(plan).toContain(index);
  }
  for (const table of ['conversation_posts', 'reports', 'corrections', 'recommendations', 'event_suggestions'])
    expect(plan).not.toContain(`Seq Scan on ${table}`);
});
