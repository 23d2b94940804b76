/**
 * Lets a person read what they have just written. An announcement (announce-change.ts) reaches the process that
 * made the change over a connection of its own, perhaps after the person's next request. So a process drops what
 * its own change outdates before it answers the change.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

type Drop = (tags: string[]) => Promise<void>;

const announcedHere = new AsyncLocalStorage<Set<string>>();
let drop: Drop | undefined;

/** Called once by a process that stores answers. Undefined, as at the start: nothing is dropped. */
export function dropAfterOwnChanges(given: Drop | undefined): void {
  drop = given;
}

/** Notes tags for the change in whose course it is called. */
export function noteAnnounced(tags: readonly string[]): void {
  const noted = announcedHere.getStore();
  for (const tag of tags) noted?.add(tag);
}

/** Runs a change, then drops what it announced; also after an error, since part of it may be committed. */
export async function runChange<T>(change: () => Promise<T>): Promise<T> {
  if (drop === undefined) return change();
  const noted = new Set<string>();
  try {
    return await announcedHere.run(noted, change);
  } finally {
    if (noted.size > 0) await drop([...noted]);
  }
}
