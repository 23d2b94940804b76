/** The stores of one site, the same ones for every caller of a process. */
import { join } from 'node:path';
import type { Env } from '#server/env.ts';
import type { FileStore } from './file-store.ts';
import { createFolderStore } from './folder-store.ts';

interface SiteFiles {
  /** Uploaded pictures, as they are served at /media/u/. */
  uploads: FileStore;
  /** Lists of staff until they are imported, and for some weeks afterwards. */
  imports: FileStore;
}

type Place = Pick<Env, 'dataDir'>;

const known = new WeakMap<Place, SiteFiles>();

export function filesOf(env: Place): SiteFiles {
  const found = known.get(env) ?? openFiles(env);
  known.set(env, found);
  return found;
}

function openFiles({ dataDir }: Place): SiteFiles {
  return {
    uploads: createFolderStore(join(dataDir, 'uploads')),
    imports: createFolderStore(join(dataDir, 'imports')),
  };
}
