import type { FileStore } from './file-store.ts';
import { StoreAway } from './store-away.ts';

/** A file moves once; but a look at the first place may share the answer of one that began before the file arrived there. */
const looksAgain = 3;

/**
 * For the time in which files move from one place to another: new ones go to `first`, and what is not there is looked for in
 * `second`.
 */
export function createChainedStore(first: FileStore, second: FileStore): FileStore {
  /** A file that is in neither place may be in one that does not answer: then that is said. */
  async function either<T>(name: string, ask: (store: FileStore) => Promise<T | null>): Promise<T | null> {
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
    // It may have moved from the second place to the first between the two looks.
    for (let look = 0; look < looksAgain && (await first.stat(name)) !== null; look += 1) {
      const found = await ask(first);
      if (found !== null) return found;
    }
    return null;
  }

  return {
    place: `${first.place} or ${second.place}`,
    workFolder: first.workFolder,
    take: first.take,
    put: first.put,
    open: (name, range) => either(name, (store) => store.open(name, range)),
    stat: (name) => either(name, (store) => store.stat(name)),
    localCopy: (name) => either(name, (store) => store.localCopy(name)),
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
