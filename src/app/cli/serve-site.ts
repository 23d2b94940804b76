import { join } from 'node:path';
import { superviseSite } from '#app/processes/supervise-site.ts';
import { readEnv } from '#server/env.ts';
import { log } from '#server/log.ts';
import { misspeltVariables } from '#server/misspelt-variables.ts';

/** Serves the site with the given web program (a file of src/app/processes) until it is told to stop. */
export async function serveSite(webProgram: string): Promise<void> {
  const env = readEnv();
  for (const { name, meant } of misspeltVariables(process.env))
    log.warn({ name, meant }, `${name} is no setting: is ${meant} meant?`);
  await superviseSite({
    env,
    webProcess: join(import.meta.dirname, '../processes', webProgram),
    workerProcess: join(import.meta.dirname, '../processes/worker-process.ts'),
    preparation: join(import.meta.dirname, 'prepare.ts'),
  });
}
