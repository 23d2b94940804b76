import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

const reasons: Record<string, string> = {
  EEXIST: 'is no folder',
  ENOTDIR: 'is no folder',
  EACCES: 'this user may not write to',
  EPERM: 'this user may not write to',
  EROFS: 'is on a disk that can only be read',
  ENOSPC: 'is on a disk that is full',
};

/**
 * Makes DATA_DIR when it is missing. @throws Error with one line for the operator when the folder cannot be
 * written
 */
export function openDataDir(path: string): void {
  try {
    if (!makeFolder(path)) accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
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
