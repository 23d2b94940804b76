import { firstLetters, storableText } from '#shared/whole-letters.ts';
import { type FieldName, ImportRefusal } from '../import-row.ts';
import { guessField, mapColumns } from '../map-columns.ts';
import type { ImportUpload } from '../staff-contract.ts';
import { readRecords } from './read-csv.ts';
import { openText, readItems } from './read-rows.ts';

interface FileLook {
  kind: ImportUpload['kind'];
  columns: { name: string; field: FieldName | null; samples: string[] }[];
  notes: string[];
}

const rowsShown = 5;
/** The number of map entries that are read, because their properties differ. */
const entriesSeen = 40;
const maxColumns = 300;
const sampleLength = 80;

const shorten = (value: unknown) => {
  const text = (typeof value === 'string' ? value : value === undefined || value === null ? '' : JSON.stringify(value))
    .replace(/\s+/g, ' ')
    .trim();
  return text.length > sampleLength ? `${firstLetters(text, sampleLength - 1)}…` : text;
};

/** Reads a file's beginning: its kind, its columns, and the likely field of each. @throws ImportRefusal */
export async function inspectFile(bytes: AsyncIterable<Uint8Array>): Promise<FileLook> {
  const notes: string[] = [];
  const { text, format } = await openText(bytes, (note) => notes.push(note));
  if (format.kind === 'csv') return { kind: 'csv', columns: await readTable(text, format.delimiter), notes };
  return { ...(await readMap(text, (note) => notes.push(note))), notes };
}

async function readTable(text: AsyncIterable<string>, delimiter: string): Promise<FileLook['columns']> {
  const rows: string[][] = [];
  for await (const { values } of readRecords(text, delimiter)) {
    if (rows.length === 0 || values.some((value) => value.trim() !== '')) rows.push(values);
    if (rows.length > rowsShown) break;
  }
  const [header = [], ...samples] = rows;
  if (header.length > maxColumns) throw new ImportRefusal(`The table has more than ${maxColumns} columns.`);
  if (samples.length === 0) throw new ImportRefusal('The file has column names and no rows, or only one line.');
  const guesses = mapColumns(header);
  return header.map((name, at) => ({
    name: shorten(name) || `Column ${at + 1}`,
    field: guesses.find((guess) => guess.at === at)?.field ?? null,
    samples: samples.map((values) => shorten(values[at])),
  }));
}

async function readMap(text: AsyncIterable<string>, onNote: (note: string) => void) {
  const entries: Record<string, unknown>[] = [];
  let kind: FileLook['kind'] = 'geojson';
  for await (const { list, value } of readItems(text, onNote)) {
    kind = list === 'features' ? 'geojson' : 'overpass';
    const { properties, tags } = (value ?? {}) as { properties?: unknown; tags?: unknown };
    const named = kind === 'geojson' ? properties : tags;
    if (typeof named === 'object' && named !== null) entries.push({ ...named });
    if (entries.length === entriesSeen) break;
  }
  if (entries.length === 0) throw new ImportRefusal('The file holds no places with properties.');
  const names = [...new Set(entries.flatMap((entry) => Object.keys(entry)))].slice(0, maxColumns);
  const columns = names.map((name) => ({
    name: storableText(name),
    field: guessField(name),
    samples: entries
      .map((entry) => shorten(entry[name]))
      .filter((sample) => sample !== '')
      .slice(0, rowsShown),
  }));
  return { kind, columns };
}
