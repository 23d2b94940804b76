import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashInputs } from './hash-inputs.mjs';
import { oneAtATime } from './one-at-a-time.mjs';
import { root, StepError, say } from './say.mjs';

const inputs = [
  'src',
  'cities',
  'public',
  'package-lock.json',
  'tsconfig.json',
  'vite.config.ts',
  'scripts/drawing-files.ts',
];
const stamp = join(root, 'dist', '.inputs');

const hashOfInputs = () => hashInputs(root, inputs);

function isFresh() {
  try {
    return readFileSync(stamp, 'utf8') === hashOfInputs();
  } catch {
    return false;
  }
}

async function build(runProgram) {
  say('Building the pages …');
  const startedAt = Date.now();
  const built = hashOfInputs();
  rmSync(stamp, { force: true });
  const code = await runProgram({ file: join(root, 'src', 'app', 'cli', 'build.ts') });
  if (code !== 0) throw new StepError(`The build failed (exit code ${code}).`);
  mkdirSync(join(root, 'dist'), { recursive: true });
  writeFileSync(stamp, built);
  say(`  built in ${((Date.now() - startedAt) / 1000).toFixed(1)} s`);
}

/** Builds dist/ in any case. */
export function runBuild(runProgram) {
  return oneAtATime(() => build(runProgram));
}

/**
 * Builds dist/ when it does not match the current sources. `check` runs before that; its exit code is returned, and with
 * another than 0 nothing is built.
 */
export async function ensureBuild(runProgram, check = async () => 0) {
  if (isFresh()) return 0;
  const code = await check();
  if (code !== 0) return code;
  await oneAtATime(async () => {
    if (!isFresh()) await build(runProgram);
  });
  return 0;
}
