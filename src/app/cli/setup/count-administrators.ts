import { Client } from 'pg';
import { withDatabase } from '#app/cli/with-database.ts';
import { hasEmbeddedDatabase } from '#server/db/embedded-postgres.ts';
import type { Env } from '#server/env.ts';

const connectionMs = 5_000;
const noSuchTable = '42P01';

/** Null: not known, because the database does not answer. A site that was never started has none. */
export async function countAdministrators(env: Env): Promise<number | null> {
  if (env.databaseUrl !== undefined) return count(env.databaseUrl);
  if (!hasEmbeddedDatabase(env.dataDir)) return 0;
  return withDatabase(env, ({ url }) => count(url), { tables: 'as it is', isNamed: false, key: 'any' }).catch(
    () => null,
  );
}

async function count(connectionString: string): Promise<number | null> {
  const client = new Client({
    connectionString,
    connectionTimeoutMillis: connectionMs,
    application_name: 'alameda command',
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ count: number }>(
      "select count(*)::int as count from users where 'administrator' = any (rights) and banned_at is null",
    );
    return rows[0]?.count ?? 0;
  } catch (error) {
    return (error as { code?: string }).code === noSuchTable ? 0 : null;
  } finally {
    await client.end().catch(() => undefined);
  }
}
