/**
 * Asks the npm registry whether a dependency has a known vulnerability. Fails only for a critical one in what a running site
 * loads: the answer changes from day to day without a change of the code, so anything less is reported and does not stop the
 * tests. A registry that gives no answer is reported, too (docs/security.md#dependencies).
 */
import { spawnSync } from 'node:child_process';
import { readVerdict } from './audit-verdict.ts';

const timeoutMs = 20_000;

function askRegistry(): string {
  const npm = process.env.npm_execpath;
  const [program, first]: [string, string[]] = npm?.endsWith('.js') ? [process.execPath, [npm]] : ['npm', []];
  const args = ['audit', '--omit=dev', '--json', '--fetch-retries=0', `--fetch-timeout=${timeoutMs / 2}`];
  const { NODE_OPTIONS: _, ...environment } = process.env;
  const answer = spawnSync(program, [...first, ...args], {
    encoding: 'utf8',
    env: environment,
    timeout: timeoutMs,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return answer.stdout ?? '';
}

const { text, isCritical } = readVerdict(askRegistry());
console.log(text);
if (isCritical) process.exitCode = 1;
