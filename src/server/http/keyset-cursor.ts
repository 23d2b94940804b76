/** The position in a list ordered by time and id: the last row that the caller has seen. */
import { Problem } from '#shared/problem.ts';

export interface KeysetCursor {
  at: Date;
  id: string;
}

const written = /^(\d{1,15})_([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/;

export function writeCursor({ at, id }: KeysetCursor): string {
  return `${at.getTime()}_${id}`;
}

/** @throws Problem 'bad_request' for a text that `writeCursor` did not write */
export function readCursor(text: string | undefined): KeysetCursor | undefined {
  if (text === undefined || text === '') return undefined;
  const match = written.exec(text);
  if (match === null) {
    throw new Problem('bad_request', 'This is not where a page of the list ends. Please start from the first page.', {
      fields: { cursor: 'Use the address in the Link header' },
    });
  }
  return { at: new Date(Number(match[1])), id: match[2] ?? '' };
}

/** The Link header for the next page. */
export function nextLink(path: string, query: Record<string, string | number | undefined>): string {
  const pairs = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
  return `<${path}?${new URLSearchParams(pairs)}>; rel="next"`;
}
