import {
  accessSync,
  closeSync,
  constants,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root, StepError, say } from './say.mjs';

const file = join(root, '.cache', 'run.lock');
const beatMs = 2_000;

function tryLock() {
  try {
    const handle = openSync(file, 'wx');
    writeSync(handle, String(process.pid));
    closeSync(handle);
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    return false;
  }
}

/**
 * Removes an abandoned lock. Its holder touches the file every two seconds, so a silent one was killed. The
 * process id is no proof: another process may have it by now.
 */
function dropAbandoned() {
  try {
    const silentMs = Date.now() - statSync(file).mtimeMs;
    let isGone = silentMs > 10 * beatMs;
    if (!isGone) {
      const pid = Number(readFileSync(file, 'utf8'));
      try {
        if (pid > 0) process.kill(pid, 0);
      } catch (error) {
        isGone = error.code === 'ESRCH';
      }
    }
    if (isGone) rmSync(file, { force: true });
  } catch {
    // The file was removed in the meantime.
  }
}

/** Runs `work` while no other command of this clone installs or builds: two sites may be started at once. */
export async function oneAtATime(work) {
  try {
    mkdirSync(join(root, '.cache'), { recursive: true });
    accessSync(join(root, '.cache'), constants.W_OK);
  } catch (error) {
    throw new StepError(
      `Something has to be installed or built in ${root}, and this user may not write there (${error.code}).`,
    );
  }
  let told = false;
  while (!tryLock()) {
    if (!told) say('Another command is installing or building here; waiting for it …');
    told = true;
    dropAbandoned();
    await sleep(200);
  }
  const beat = setInterval(() => {
    try {
      utimesSync(file, new Date(), new Date());
    } catch {
      // The folder was removed, so there is nothing to protect.
    }
  }, beatMs);
  try {
    return await work();
  } finally {
    clearInterval(beat);
    rmSync(file, { force: true });
  }
}
