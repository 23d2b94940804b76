/** The start of the next page as opaque text. A cursor is valid for one search only. */
import { createHash } from 'node:crypto';
import * as z from 'zod/mini';

/** PostgreSQL takes neither NUL nor half a character. */
const name = z.string().check(z.maxLength(60), z.regex(/^[^\p{Cc}\p{Cs}]*$/u));

const Position = z.union([
  /** After this name in a list without search. */
  z.object({ list: z.literal('names'), premium: z.boolean(), name, id: z.guid() }),
  /** After so many of a ranked list. */
  z.object({ list: z.literal('ranked'), offset: z.int().check(z.minimum(0), z.maximum(100_000)) }),
]);
export type Position = z.infer<typeof Position>;

function checkOf(search: readonly string[]): string {
  return createHash('sha256').update(search.join('\0')).digest('base64url').slice(0, 8);
}

/** @param search identifies the list: its words and every filter */
export function writeCursor(search: readonly string[], position: Position): string {
  return Buffer.from(JSON.stringify([checkOf(search), position])).toString('base64url');
}

/** null for a cursor that was changed, cut, or made for another search: the list then begins at its start. */
export function readCursor(search: readonly string[], cursor: string | undefined): Position | null {
  if (!cursor) return null;
  try {
    const [check, position] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as [unknown, unknown];
    return check === checkOf(search) ? Position.parse(position) : null;
  } catch {
    return null;
  }
}
