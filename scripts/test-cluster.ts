/**
 * `npm run test:cluster`: failover, several machines, a real S3 store and a real mailbox, with real programs. Where their Debian
 * packages are missing it says so and ends well, so that a run of all tests can call it anywhere.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { missingPackages } from '../deploy/cluster/programs.ts';
import { missingDovecot } from '../tests/mailbox/dovecot-server.ts';
import { missingSwift } from '../tests/store/swift-server.ts';

const wanted = { cluster: missingPackages(), store: missingSwift(), mailbox: missingDovecot() };
const projects: string[] = [];
for (const [project, missing] of Object.entries(wanted)) {
  if (missing.length === 0) projects.push('--project', project);
  else {
    const names = missing.join(' ');
    console.log(`Not run: tests/${project} lacks Debian's packages. apt-get install --no-install-recommends ${names}`);
  }
}
if (projects.length > 0) {
  const vitest = join(import.meta.dirname, '../node_modules/vitest/vitest.mjs');
  const own = process.argv.slice(2);
  // `-- --project mailbox` asks for that one alone.
  const args = [vitest, 'run', ...(own.includes('--project') ? [] : projects), ...own];
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit', env: { ...process.env, CLUSTER: 'on' } });
  process.exitCode = status ?? 1;
}
