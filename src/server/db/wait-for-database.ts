import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { describeError, log } from '#server/log.ts';

/**
 * A connection of its own, as soon as the database takes one: tries again, with growing pauses of up to 5 s, for as long
 * as it takes, and logs why. The caller ends it. Once `signal` is aborted it rejects with what the database said last.
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
      return client;
    } catch (error) {
      await client.end().catch(() => undefined);
      const pauseMs = Math.min(5_000, 100 * 2 ** attempt);
      const reason = describeError(error);
      // The first refusals are ordinary while a database starts.
      log[attempt < 3 ? 'debug' : 'warn']({ part: 'database', reason, pauseMs }, 'the database does not answer yet');
      await sleep(pauseMs, undefined, signal ? { signal } : {}).catch((cause) => {
        throw new Error(`the database does not answer: ${reason}`, { cause });
      });
    }
  }
}
