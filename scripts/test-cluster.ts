/**
 * `npm run test:cluster`: failover and several machines with real programs. Where their Debian packages are missing it says so and
 * ends well, so that a run of all tests can call it anywhere.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { missingPackages } from '../deploy/cluster/programs.ts';

const missing = missingPackages();
if (missing.length > 0) {
  console.log(
    `Not run: this machine lacks Debian's packages ${missing.join(', ')}. apt-get install ${missing.join(' ')}`,
  );
} else {
  const vitest = join(import.meta.dirname, '../node_modules/vitest/vitest.mjs');
  const args = [vitest, 'run', '--project', 'cluster', ...process.argv.slice(2)];
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit', env: { ...process.env, CLUSTER: 'on' } });
  process.exitCode = status ?? 1;
}
