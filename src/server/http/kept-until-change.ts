/**
 * Values that many requests read, cached in the process until their sources change: they follow the same tags
 * as stored pages (announce-change.ts). A process that does not listen for changes caches nothing.
 */

/** The maximum age of a stored page, in case an announcement is lost. */
const maxAgeMs = 55_000;

interface Kept<V> {
  value: Promise<V>;
  madeAt: number;
}

interface Store {
  tags: readonly string[];
  forget: () => void;
}

const stores = new Set<Store>();
let isFollowing = false;

const sources = new WeakMap<object, object>();

/** Values made from `other` are those of `source`: a replica is only asked when it has every change that was heard of. */
export function countAsSource(other: object, source: object): void {
  sources.set(other, source);
}

/** Called once by a process that will call forgetKept for every change. */
export function followKept(): void {
  isFollowing = true;
}

/** Drops the values with one of the changed tags; without `tags`, all of them. */
export function forgetKept(tags?: readonly string[]): void {
  for (const store of stores) {
    if (tags === undefined || store.tags.some((tag) => tags.includes(tag))) store.forget();
  }
}

/**
 * Wraps `make` so that its value is cached. `from` is its source, for example the database: each source has
 * its own value. A value that is being made while a change is announced goes to those who wait for it and is
 * not cached.
 */
export function keptUntilChange<From extends object, V>(
  tags: readonly string[],
  ofWhat: (from: From) => object,
  make: (from: From) => Promise<V>,
): (from: From) => Promise<V> {
  let kept = new WeakMap<object, Kept<V>>();
  stores.add({
    tags,
    forget: () => {
      kept = new WeakMap();
    },
  });
  return (from) => {
    if (!isFollowing) return make(from);
    const now = performance.now();
    const asked = ofWhat(from);
    const key = sources.get(asked) ?? asked;
    const known = kept.get(key);
    if (known && now - known.madeAt <= maxAgeMs) return known.value;
    const store = kept;
    const value = make(from);
    store.set(key, { value, madeAt: now });
    value.catch(() => {
      if (store.get(key)?.value === value) store.delete(key);
    });
    return value;
  };
}
