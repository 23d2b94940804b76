import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';

/** When a supervisor is killed, its site's other processes finish their work, for ten seconds at most. */
const leaveMs = 12_000;

/** Undefined when the server does not answer, so nobody uses it. */
async function sitesAt(url: string): Promise<number | undefined> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity
       where application_name in ('alameda web', 'alameda worker', 'alameda changes') and datname = current_database()`,
    );
    return rows[0]?.count;
  } catch {
    return undefined;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/**
 * Throws one clear line when another site runs on this data folder's database. Two sites would share the
 * queue, so that one sends the other's mail with its own settings, and the first to stop would stop the
 * database.
 */
export async function checkAlone(url: string, dataDir: string, patienceMs = leaveMs): Promise<void> {
  const deadline = Date.now() + patienceMs;
  while ((await sitesAt(url)) ?? 0) {
    if (Date.now() > deadline) {
      throw new Error(
        `DATA_DIR is "${dataDir}", where another site is running: stop that one, or set DATA_DIR to another folder`,
      );
    }
    await sleep(100);
  }
}
