/** The real supervisor with small stand-ins for its programs: the tests are about starting and dying. */
import { join } from 'node:path';
import { runCommand } from '#app/cli/run-command.ts';
import { superviseSite } from '#app/processes/supervise-site.ts';
import { readEnv } from '#server/env.ts';

await runCommand(() =>
  superviseSite({
    env: readEnv(),
    webProcess: join(import.meta.dirname, 'web.ts'),
    workerProcess: join(import.meta.dirname, 'worker.ts'),
    preparation: join(import.meta.dirname, 'prepare.ts'),
  }),
);
