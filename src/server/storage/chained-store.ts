import type { FileStore } from './file-store.ts';
import { StoreAway } from './store-away.ts';

/**
 * For the time in which files move from one place to another: new ones go to `first`, and what is not there is looked for in
 * `second`.
 */
export function createChainedStore(first: FileStore, second: FileStore): FileStore {
  /** A file that is in neither place may be in one that does not answer: then that is said. */
  async function either<T>(ask: (store: FileStore) => Promise<T | null>): Promise<T | null> {
    let away: StoreAway | undefined;
    for (const store of [first, second]) {
      try {
        const found = await ask(store);
        if (found !== null) return found;
      } catch (error) {
        if (!(error instanceof StoreAway)) throw error;
        away = error;
      }
    }
    if (away) throw away;
    return null;
  }

  return {
    place: `${first.place} or ${second.place}`,
    workFolder: first.workFolder,
    take: first.take,
    put: first.put,
    open: (name, range) => either((store) => store.open(name, range)),
    stat: (name) => either((store) => store.stat(name)),
    localCopy: (name) => either((store) => store.localCopy(name)),
    list: async function* () {
      const seen = new Set<string>();
      for (const store of [first, second]) {
        for await (const file of store.list()) {
          if (!seen.has(file.name)) yield file;
          seen.add(file.name);
        }
      }
    },
    // The old place first: a file that came back from there would be there again.
    remove: async (names) => {
      await second.remove(names);
      await first.remove(names);
    },
  };
}
