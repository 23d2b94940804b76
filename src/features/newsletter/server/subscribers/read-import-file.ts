/**
 * Reads the addresses of a CSV file in the forms people have: with or without a heading, with commas or
 * semicolons, with any other columns.
 */

import { parse } from 'csv-parse/sync';
import { formatNumber } from '#shared/numbers.ts';
import { Problem } from '#shared/problem.ts';
import { newsletterEmailPattern } from '../../contract.ts';
import { maxImportBytes, maxImportRows } from '../../subscribers-contract.ts';

interface ImportFile {
  /** Each address once, in the file's order; the first spelling counts. */
  emails: string[];
  repeated: number;
  refused: { line: number; value: string; reason: string }[];
}

/** @throws Problem 'too_large', 'invalid' when it is not a CSV file or has no addresses */
export async function readImportFile(upload: AsyncIterable<Uint8Array>): Promise<ImportFile> {
  const rows = parseRows(await readText(upload));
  const heading = rows[0]?.cells.map((cell) => cell.toLowerCase()) ?? [];
  const named = heading.findIndex((cell) => /^e-?mail( ?address)?$/.test(cell));
  const at =
    named >= 0
      ? named
      : Math.max(
          0,
          heading.findIndex((cell) => newsletterEmailPattern.test(cell)),
        );
  const body = rows.slice(named >= 0 || !newsletterEmailPattern.test(heading[at] ?? '') ? 1 : 0);
  if (body.length > maxImportRows) {
    throw new Problem('invalid', `This file has more than ${formatNumber(maxImportRows)} rows. Please split it.`);
  }
  const found: ImportFile = { emails: [], repeated: 0, refused: [] };
  const seen = new Set<string>();
  for (const { cells, line } of body) {
    const value = (cells[at] ?? '').replace(/^mailto:/i, '');
    if (!newsletterEmailPattern.test(value) || value.length > 254) {
      found.refused.push({
        line,
        value: value.slice(0, 100),
        reason: value === '' ? 'There is no address in this row' : 'This is not an email address',
      });
    } else if (seen.has(value.toLowerCase())) found.repeated++;
    else {
      seen.add(value.toLowerCase());
      found.emails.push(value);
    }
  }
  if (found.emails.length === 0) {
    throw new Problem(
      'invalid',
      'No email address was found. The file needs a column named “email”, one address a row.',
    );
  }
  return found;
}

interface Row {
  cells: string[];
  line: number;
}

function parseRows(text: string): Row[] {
  const [first = ''] = text.split('\n', 1);
  const count = (char: string) => first.split(char).length;
  const delimiter = [',', ';', '\t'].toSorted((a, b) => count(b) - count(a))[0] ?? ',';
  try {
    const records = parse(text, {
      delimiter,
      bom: true,
      info: true,
      trim: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
    }) as unknown as { record: string[]; info: { lines: number } }[];
    return records.map(({ record, info }) => ({ cells: record, line: info.lines }));
  } catch {
    throw new Problem('invalid', 'This file cannot be read as CSV. Save it as CSV (UTF-8) and try again.');
  }
}

async function readText(upload: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of upload) {
    size += chunk.byteLength;
    if (size > maxImportBytes) throw new Problem('too_large', 'This file is larger than 2 MB. Please split it.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8').replaceAll('\0', '');
}
