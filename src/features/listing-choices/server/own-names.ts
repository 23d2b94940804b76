import { slugify } from '#shared/slugify.ts';

interface Named {
  name: string;
}

/**
 * Gives each new entry a name for machines, made from its first name for people. It keeps it: listings and addresses hold it.
 */
export function withOwnNames<T extends Named>(
  list: readonly T[],
  { known, others = new Set(), nameOf, named, fallback }: OwnNames<T>,
): T[] {
  const taken = new Set([...known, ...others, ...list.map(nameOf)]);
  return list.map((entry) => {
    if (known.has(nameOf(entry))) return entry;
    const base = slugify(entry.name, 36) || fallback;
    let made = base;
    for (let number = 2; taken.has(made); number++) made = `${base}-${number}`;
    taken.add(made);
    return named(entry, made);
  });
}

interface OwnNames<T> {
  known: ReadonlySet<string>;
  /** Taken by something else. */
  others?: ReadonlySet<string>;
  nameOf: (entry: T) => string;
  named: (entry: T, name: string) => T;
  fallback: string;
}
