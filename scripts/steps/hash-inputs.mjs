import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** A city pack may be a repository of its own. What git and npm keep in it changes without a change of any page. */
const notBuilt = new Set(['.git', 'node_modules']);

/** Hashes contents, not times: a clone, a copy and a checkout all have new times. @param paths files and folders below the root */
export function hashInputs(root, paths) {
  const hash = createHash('sha256');
  const add = (path) => {
    const entry = statSync(join(root, path), { throwIfNoEntry: false });
    if (!entry) return;
    if (entry.isDirectory()) {
      for (const name of readdirSync(join(root, path)).sort()) if (!notBuilt.has(name)) add(`${path}/${name}`);
    } else if (!/\.test\.tsx?$/.test(path)) {
      hash.update(`${path}\0${entry.size}\0`).update(readFileSync(join(root, path)));
    }
  };
  for (const path of paths) add(path);
  return hash.digest('hex');
}
