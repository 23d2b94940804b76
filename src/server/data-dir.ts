import { accessSync, chmodSync, constants, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

const reasons: Record<string, string> = {
  EEXIST: 'is no folder',
  ENOTDIR: 'is no folder',
  EACCES: 'this user may not write to',
  EPERM: 'this user may not write to',
  EROFS: 'is on a disk that can only be read',
  ENOSPC: 'is on a disk that is full',
};

/** Takes every right from the group and from others. */
const forOthers = 0o077;
const stickyBit = 0o1000;

/**
 * Makes DATA_DIR when it is missing, and keeps it and all that this process makes from now on to its own account: it
 * holds mails with links, uploads and the database. @throws Error with one line for the operator when the folder cannot be
 * written
 */
export function openDataDir(path: string): void {
  try {
    if (!makeFolder(path)) accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
    process.umask(forOthers);
    closeToOthers(path);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    const reason = reasons[code] ?? `cannot be used (${code})`;
    throw new Error(`DATA_DIR is ${JSON.stringify(path)}, which ${reason}, allowed is a folder to write to`, {
      cause: error,
    });
  }
}

/**
 * Makes a folder; false when it was there. Not mkdir's 'recursive', which loops forever in a folder such as
 * /proc that exists and accepts no others.
 */
function makeFolder(path: string): boolean {
  if (existsSync(path) && statSync(path).isDirectory()) return false;
  const parent = dirname(path);
  if (parent !== path && !existsSync(parent)) makeFolder(parent);
  try {
    mkdirSync(path);
  } catch (error) {
    // Two commands may make it at the same time.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || !statSync(path).isDirectory()) throw error;
  }
  return true;
}

/**
 * Closes the folder and what stands directly in it. A folder that is shared by design, such as /tmp, and entries of other
 * accounts stay as they are.
 */
function closeToOthers(path: string): void {
  const folder = statSync(path);
  const account = process.getuid?.();
  if (account === undefined || folder.uid !== account || folder.mode & stickyBit) return;
  for (const entry of [path, ...readdirSync(path).map((name) => join(path, name))]) {
    const { uid, mode } = statSync(entry, { throwIfNoEntry: false }) ?? { uid: undefined, mode: 0 };
    if (uid === account && mode & forOthers) chmodSync(entry, mode & 0o777 & ~forOthers);
  }
}
