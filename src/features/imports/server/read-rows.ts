/** Reads the rows of a file of any known kind. */
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { ImportRefusal, type RawRow } from '../import-row.ts';
import type { ChosenColumn } from '../map-columns.ts';
import { decodeText, refuseBinary } from './decode-text.ts';
import { detectFormat } from './detect-format.ts';
import { peek } from './peek.ts';
import { readCsv } from './read-csv.ts';
import { readFeature } from './read-geojson.ts';
import { type JsonItem, JsonItemReader } from './read-json-items.ts';
import { readElement } from './read-overpass.ts';

/** Enough to see the header of any table, and small enough to hold. */
const headLength = 64 * 1024;

async function* gunzip(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const unpacker = createGunzip();
  pipeline(Readable.from(bytes), unpacker, () => {});
  try {
    for await (const piece of unpacker as AsyncIterable<Uint8Array>) yield piece;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && String(error.code).startsWith('Z_'))) throw error;
    const cut = error.code === 'Z_BUF_ERROR';
    throw new ImportRefusal(
      cut
        ? 'The compressed file is cut off before its end. Fetch it again.'
        : 'The compressed file is damaged and cannot be unpacked.',
    );
  }
}

/** The entries of a FeatureCollection or an Overpass answer. */
export async function* readItems(
  text: AsyncIterable<string>,
  onNote: (note: string) => void,
): AsyncGenerator<JsonItem> {
  const reader = new JsonItemReader(['features', 'elements'], ({ key, value }) => {
    // Overpass answers 200 and reports here that it ran out of time or memory.
    if (key === 'remark' && typeof value === 'string') onNote(`The extract may be incomplete, Overpass says: ${value}`);
    if (key === 'features' || key === 'elements') {
      throw new ImportRefusal(`"${key}" in the JSON file is not a list.`);
    }
  });
  for await (const piece of text) {
    yield* reader.push(piece);
  }
  reader.end();
  if (!reader.sawList) {
    throw new ImportRefusal(
      'The JSON file has neither "features" (a GeoJSON FeatureCollection) nor "elements" (an Overpass answer).',
    );
  }
}

/** The file's text from its beginning, unpacked, and the kind of file. */
export async function openText(bytes: AsyncIterable<Uint8Array>, onNote: (note: string) => void) {
  let { head, all } = await peek(bytes, headLength, Buffer.concat);
  if (head[0] === 0x1f && head[1] === 0x8b) ({ head, all } = await peek(gunzip(all), headLength, Buffer.concat));
  refuseBinary(head);
  const decoded = decodeText(all, (encoding) => {
    if (encoding !== 'utf-8') onNote(`The file is not UTF-8; it is read as ${encodingNames[encoding]}.`);
  });
  const text = await peek(decoded, headLength, (pieces) => pieces.join(''));
  return { text: text.all, format: detectFormat(text.head) };
}

/**
 * Reads rows of CSV, GeoJSON or Overpass JSON, plain or gzip-compressed. The content decides kind, delimiter
 * and encoding; guesses are reported to `onNote`. Memory use does not depend on the file's size. Throws
 * ImportRefusal, possibly after many good rows when the file is cut off.
 * @param chosen the fields of columns and properties; default: their names decide
 */
export async function* readRows(
  bytes: AsyncIterable<Uint8Array>,
  onNote: (note: string) => void,
  chosen?: readonly ChosenColumn[],
): AsyncGenerator<RawRow> {
  const { text, format } = await openText(bytes, onNote);
  if (format.kind === 'csv') {
    yield* readCsv(text, format.delimiter, chosen);
    return;
  }
  for await (const item of readItems(text, onNote)) {
    yield item.list === 'features' ? readFeature(item, chosen) : readElement(item);
  }
}

const encodingNames = {
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
  'windows-1252': 'Latin-1 (Windows-1252)',
} as const;
