import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** Tells if any account of the machine gets to the folder of a file. One closed folder above keeps all others out. */
export function othersMayEnter(file: string): boolean {
  let folder = dirname(resolve(file));
  while ((statSync(folder).mode & 0o001) !== 0) {
    if (folder === dirname(folder)) return true;
    folder = dirname(folder);
  }
  return false;
}
