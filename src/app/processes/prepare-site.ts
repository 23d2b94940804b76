/** The side of the process that prepares a site for its supervisor: see preparing.ts. */
import type { Database } from '#server/db/client.ts';
import { readEnv } from '#server/env.ts';
import { EnvError } from '#server/env-variable.ts';
import { describeError, log } from '#server/log.ts';
import type { OrderToPrepare, PreparationReport } from './preparing.ts';

interface ToPrepare {
  /** Reads what the operator has written, and answers the site's name. */
  readName: () => Promise<string>;
  /** Prepares the migrated database, in the transaction of the migrations. Returns what the operator should do next; null: nothing. */
  prepare: (db: Database) => Promise<string | null>;
}

/** Checks, waits for the supervisor's order, migrates and prepares; then the process ends. */
export async function prepareSite({ readName, prepare }: ToPrepare): Promise<void> {
  const begin = Promise.withResolvers<OrderToPrepare>();
  process.once('message', (order: OrderToPrepare) => begin.resolve(order));
  process.once('disconnect', () => process.exit(1));
  // A terminal sends both to every process of the site; the supervisor decides what they mean.
  for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined);
  try {
    await tell({ type: 'named', name: await readName() });
    // Loaded while the others start, so that none of them waits for it.
    const { migrate } = await import('#server/db/migrate.ts');
    // The supervisor of an earlier release names the database in the environment.
    const { databaseUrl = readEnv().databaseUrl ?? '' } = await begin.promise;
    let hint: string | null = null;
    await migrate(databaseUrl, {
      prepare: async (db) => {
        hint = await prepare(db);
      },
    });
    await tell({ type: 'done', hint });
  } catch (error) {
    const isMistake = error instanceof EnvError;
    if (!isMistake) log.fatal({ err: error }, 'the site could not be prepared');
    await tell({ type: 'failed', reason: isMistake ? error.message : describeError(error), isMistake });
  }
  process.exit();
}

function tell(report: PreparationReport): Promise<void> {
  return new Promise((told) => process.send?.(report, () => told()));
}
