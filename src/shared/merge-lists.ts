/** Joins two edits of one list, entry by entry. */
import { isRecord, isSame } from './is-same.ts';

type List = readonly unknown[];

interface ListEdit {
  base: List;
  typed: List;
  stored: List;
}

/** Joins two edits of one entry; `base` is undefined when both have added it. */
type Join = (entry: { base: unknown; typed: unknown; stored: unknown }) => unknown;

/**
 * The stored list with the entries that were added, changed, moved and removed here. An entry that others have removed stays when it was changed
 * here: nothing typed is lost.
 */
export function mergeLists({ base, typed, stored }: ListEdit, join: Join): unknown[] {
  const was = new Map(base.map((entry, at) => [`${at}`, entry]));
  const mine = keyed(typed, base);
  const theirs = keyed(stored, base);
  const isLeft = (key: string) => {
    if (!was.has(key)) return true;
    return mine.has(key) && (theirs.has(key) || !isSame(mine.get(key), was.get(key)));
  };
  return joinedOrder([...mine.keys()], [...theirs.keys()], was)
    .filter(isLeft)
    .map((key) => {
      if (!mine.has(key) || !theirs.has(key)) return mine.get(key) ?? theirs.get(key);
      return join({ base: was.get(key), typed: mine.get(key), stored: theirs.get(key) });
    });
}

/** The order of whoever has moved something, this edit first; the other's new entries stand behind the same neighbor as there. */
function joinedOrder(mine: string[], theirs: string[], was: ReadonlyMap<string, unknown>): string[] {
  const known = mine.filter((key) => was.has(key)).map(Number);
  const isMoved = known.some((key, at) => at > 0 && key < (known[at - 1] ?? 0));
  const [lead, other] = isMoved ? [mine, theirs] : [theirs, mine];
  const order = [...lead];
  for (const [at, key] of other.entries()) {
    if (!order.includes(key)) order.splice(order.indexOf(other[at - 1] ?? '') + 1, 0, key);
  }
  return order;
}

/**
 * The entries by their place in `base`; a new one by what it says. An entry is the same one while it says the same, while its name
 * is the same, or, without an id, while it stands at its place in a list that is as long as before.
 */
function keyed(list: List, base: List): Map<string, unknown> {
  const left = new Set(base.keys());
  const keys: (string | undefined)[] = list.map(() => undefined);
  const match = (isIt: (entry: unknown, old: unknown, at: number, place: number) => boolean) => {
    for (const [at, entry] of list.entries()) {
      if (keys[at] !== undefined) continue;
      const place = [...left].find((one) => isIt(entry, base[one], at, one));
      if (place === undefined) continue;
      left.delete(place);
      keys[at] = `${place}`;
    }
  };
  match(isSame);
  match((entry, old) => nameOf(entry) !== undefined && nameOf(entry) === nameOf(old));
  if (list.length === base.length) {
    match((entry, old, at, place) => at === place && isRecord(entry) && isRecord(old) && !('id' in entry));
  }
  const entries = new Map<string, unknown>();
  for (const [at, entry] of list.entries()) {
    const key = keys[at] ?? `new ${JSON.stringify(entry)}`;
    entries.set(entries.has(key) ? `${key} ${at}` : key, entry);
  }
  return entries;
}

/** The field that tells an entry from its neighbors while its other fields change. */
function nameOf(entry: unknown): unknown {
  if (!isRecord(entry)) return undefined;
  return entry['id'] ?? entry['title'] ?? entry['days'];
}
