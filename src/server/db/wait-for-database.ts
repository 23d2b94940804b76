import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { describeError, log } from '#server/log.ts';

/** PostgreSQL is there and knows no such user, password or database: to ask again would change nothing. */
const wrongAddress = new Set(['28000', '28P01', '3D000']);

/** The oldest on which the site has been tested (docs/running.md). */
const oldestServer = 15;

class TooOld extends Error {}

async function refuseOldServer(client: Client): Promise<void> {
  const { rows } = await client.query<{ version: string; number: number }>(
    `select current_setting('server_version') as version, current_setting('server_version_num')::int as number`,
  );
  const [server] = rows;
  if (server === undefined || server.number >= oldestServer * 10_000) return;
  throw new TooOld(
    `DATABASE_URL is not right: PostgreSQL there is version ${server.version}, needed is ${oldestServer} or newer`,
  );
}

/**
 * A connection of its own, as soon as the database takes one: tries again, with growing pauses of up to 5 s, for as long
 * as it takes, and logs why. The caller ends it. Once `signal` is aborted it rejects with what the database said last, and
 * at once when the address itself is wrong, or the server there too old.
 */
export async function waitForDatabase(url: string, name: string, signal?: AbortSignal): Promise<Client> {
  for (let attempt = 0; ; attempt += 1) {
    const client = new Client({
      connectionString: url,
      application_name: `alameda ${name}`,
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
    });
    // A connection that dies between two statements must not end the process; the next statement fails.
    client.on('error', (error) => log.debug({ part: 'database', reason: error.message }, 'connection lost'));
    try {
      await client.connect();
      await refuseOldServer(client);
      return client;
    } catch (error) {
      await client.end().catch(() => undefined);
      if (error instanceof TooOld) throw error;
      const reason = describeError(error);
      if (wrongAddress.has((error as { code?: string }).code ?? '')) {
        throw new Error(`DATABASE_URL is not right: PostgreSQL says '${reason}'`, { cause: error });
      }
      if (reason.includes('does not support SSL')) {
        throw new Error(
          'DATABASE_URL is not right: PostgreSQL there has no TLS; turn it on, or set DATABASE_TLS=optional where nobody can listen in between',
          { cause: error },
        );
      }
      const pauseMs = Math.min(5_000, 100 * 2 ** attempt);
      // The first refusals are ordinary while a database starts.
      log[attempt < 3 ? 'debug' : 'warn']({ part: 'database', reason, pauseMs }, 'the database does not answer yet');
      await sleep(pauseMs, undefined, signal ? { signal } : {}).catch((cause) => {
        throw new Error(`the database does not answer: ${reason}`, { cause });
      });
    }
  }
}
