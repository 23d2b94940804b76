/** Saved businesses are stored on the device only, so pages are the same for everybody. */
import { useSyncExternalStore } from 'react';
import { cleanSavedList, maxSaved } from '../saved-list.ts';

const key = 'saved-businesses';
const none: readonly string[] = [];
const listeners = new Set<() => void>();
/** The list when the browser's storage is off; it lasts as long as the page. */
let inMemory: string | null = null;
let read: { raw: string | null; list: readonly string[] } = { raw: null, list: none };

function stored(): string | null {
  try {
    return localStorage.getItem(key) ?? inMemory;
  } catch {
    return inMemory;
  }
}

function parse(raw: string | null): readonly string[] {
  try {
    const value: unknown = JSON.parse(raw ?? '[]');
    return Array.isArray(value) ? cleanSavedList(value) : none;
  } catch {
    return none;
  }
}

/** The newest first. */
export function savedSlugs(): readonly string[] {
  const raw = stored();
  if (raw !== read.raw) read = { raw, list: parse(raw) };
  return read.list;
}

export function writeSaved(slugs: readonly string[]): void {
  inMemory = JSON.stringify(cleanSavedList(slugs));
  try {
    localStorage.setItem(key, inMemory);
  } catch {
    // The list lives as long as the page.
  }
  tellAll();
}

function tellAll(): void {
  document.documentElement.classList.toggle('has-saved', savedSlugs().length > 0);
  keepCopies();
  for (const tell of listeners) tell();
}

/** Loaded on demand: it is not needed to save. */
export function keepCopies(): void {
  void import('#web/offline-copies.ts').then(
    ({ keepSavedPlaces }) => keepSavedPlaces(savedSlugs()),
    () => undefined,
  );
}

/** Saves a business or takes it off the list. False: the list is full. */
export function toggleSaved(slug: string): boolean {
  const list = savedSlugs();
  if (list.includes(slug)) writeSaved(list.filter((one) => one !== slug));
  else if (list.length >= maxSaved) return false;
  else writeSaved([slug, ...list]);
  return true;
}

/** Other tabs of this site change the list, too: the storage event tells. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
}

/** null on the server and in the browser's first render: a stored page knows nobody's list. */
export const useSaved = (): readonly string[] | null => useSyncExternalStore(subscribe, savedSlugs, () => null);
