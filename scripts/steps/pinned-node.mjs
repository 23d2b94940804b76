import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root, StepError } from './say.mjs';

const minVersion = 24;

const major = (version) => Number(/^v(\d+)\./.exec(version)?.[1] ?? 0);

/**
 * The Node that package-lock.json pins for this platform; without one, the running Node if it is new enough.
 */
export function findPinnedNode() {
  const pinned = join(root, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node');
  const trial = spawnSync(pinned, ['--version'], { encoding: 'utf8' });
  if (trial.status === 0 && major(trial.stdout) >= minVersion) return pinned;
  if (major(process.version) >= minVersion) return process.execPath;
  throw new StepError(
    `Node ${minVersion} is needed, this is ${process.version}, and no pinned one runs on ${process.platform}-${process.arch}: install Node ${minVersion}.`,
  );
}
