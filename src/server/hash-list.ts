/**
 * Looks a hash up in a file of sorted lines 'HASH:COUNT', as the lists of breached passwords are handed out: some 60 short reads
 * in a file of 40 GB, and nothing of it stays in memory.
 */
import { closeSync, openSync, readSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

/** Longer than two lines: a piece of this size holds a whole one, wherever it begins. */
const pieceBytes = 256;
const line = /(?:^|\n)([0-9A-F]{40}):\d+\r?(?=\n|$)/;

/** Tells whether a file begins like such a list. */
export function isHashList(path: string): boolean {
  try {
    const file = openSync(path, 'r');
    try {
      const piece = Buffer.alloc(pieceBytes);
      const text = piece.toString('latin1', 0, readSync(file, piece, 0, pieceBytes, 0));
      return line.exec(text)?.index === 0;
    } finally {
      closeSync(file);
    }
  } catch {
    return false;
  }
}

/** The first whole line at or after a place: its hash, and the place after it; null at the end of the file. */
async function lineFrom(file: FileHandle, place: number): Promise<{ hash: string; next: number } | null> {
  // A line that begins at the place itself is seen by the line break before it.
  const begin = Math.max(0, place - 1);
  const piece = Buffer.alloc(pieceBytes);
  const { bytesRead } = await file.read(piece, 0, pieceBytes, begin);
  const text = piece.toString('latin1', 0, bytesRead);
  const from = begin === 0 && place === 0 ? 0 : text.indexOf('\n');
  if (from < 0) return null;
  const found = line.exec(text.slice(from));
  return found ? { hash: found[1] ?? '', next: begin + from + found.index + found[0].length + 1 } : null;
}

/** @param hash SHA-1 in capital hexadecimal digits */
export async function isInHashList(path: string, hash: string): Promise<boolean> {
  const file = await open(path, 'r');
  try {
    // The line, when it is there, begins in [low, high).
    let [low, high] = [0, (await file.stat()).size];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      const found = await lineFrom(file, middle);
      if (found?.hash === hash) return true;
      if (found === null || found.hash > hash) high = middle;
      else low = found.next;
    }
    return false;
  } finally {
    await file.close();
  }
}
