/** Where the visitor is in the site. */

export interface Location {
  pathname: string;
  /** '?a=b', or ''. */
  search: string;
  /** '#part', or ''. */
  hash: string;
  /** Left by the link that led here, for its page; it stays with the entry of the browser's history. */
  state: unknown;
  /** Differs between two visits of the same address. */
  key: string;
}

/** The way the page was reached: by 'back', 'forward' or a loaded page (POP), by a link, or in place of the page before. */
export type NavigationType = 'POP' | 'PUSH' | 'REPLACE';

export interface Shown {
  location: Location;
  type: NavigationType;
}

/** Kept by the browser with an entry of its history. */
export interface HistoryEntry {
  key: string;
  state: unknown;
  /** The number of our pages before it. */
  steps: number;
}

type Address = Pick<globalThis.Location, 'pathname' | 'search' | 'hash'>;

export const pathOf = ({ pathname, search, hash }: Address): string => pathname + search + hash;

export function locationOf({ pathname, search, hash }: Address, entry: Partial<HistoryEntry> | null): Location {
  return { pathname, search, hash, state: entry?.state ?? null, key: entry?.key ?? 'default' };
}
