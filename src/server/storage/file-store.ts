/** The place where the site keeps its files: a folder of this machine, or a store that all machines share. */
import type { Readable } from 'node:stream';

export interface StoredFile {
  /** Relative to the store, with forward slashes. */
  name: string;
  bytes: number;
  modifiedAt: Date;
}

export interface FileStore {
  /** For people: where the files are. */
  place: string;
  /**
   * Takes over finished files of this machine, by their new names: all of them or none. Once it resolves they are kept,
   * whatever dies then.
   */
  take: (files: ReadonlyMap<string, string>) => Promise<void>;
  /** Stores one file; one of the same name is replaced as a whole. */
  put: (name: string, bytes: Uint8Array) => Promise<void>;
  /** Null when there is no such file. `start` and `end` are the first and the last byte. */
  open: (
    name: string,
    range?: { start: number; end: number },
  ) => Promise<{ file: StoredFile; content: Readable } | null>;
  stat: (name: string) => Promise<StoredFile | null>;
  /** All files, those that are being written left out. */
  list: () => AsyncIterable<StoredFile>;
  /** Names that are not there do no harm. */
  remove: (names: readonly string[]) => Promise<void>;
  /** The path of this content on this machine; null when there is no such file. */
  localCopy: (name: string) => Promise<string | null>;
  /** A folder of this machine in which files grow until `take`; it may have to be made. */
  workFolder: string;
}

/** Begins the names of files and folders that are being written. */
export const unfinishedStart = '.new-';
