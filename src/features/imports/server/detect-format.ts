import { ImportRefusal } from '../import-row.ts';
import { looksLikeCode } from './looks-like-code.ts';

type TextFormat = { kind: 'json' } | { kind: 'csv'; delimiter: string };

const delimiters = [',', ';', '\t', '|'];

/** The most frequent delimiter in the header line, outside quotes. */
function guessDelimiter(line: string): string {
  const bare = line.replace(/"(?:[^"]|"")*"/g, '');
  const counts = delimiters.map((delimiter) => bare.split(delimiter).length);
  return delimiters[counts.indexOf(Math.max(...counts))] ?? ',';
}

/**
 * Detects the format from the first characters. Throws ImportRefusal for web pages, XML, programs and files
 * without lines.
 */
export function detectFormat(head: string): TextFormat {
  const text = head.trimStart();
  if (text === '') throw new ImportRefusal('The file is empty: it holds nothing but blanks.');
  if (text.startsWith('{')) return { kind: 'json' };
  if (text.startsWith('[')) {
    throw new ImportRefusal(
      'The file is a bare JSON list. A GeoJSON FeatureCollection or an Overpass answer is needed.',
    );
  }
  if (text.startsWith('<')) {
    throw new ImportRefusal('The file is a web page or XML, not CSV, GeoJSON or Overpass JSON.');
  }
  if (looksLikeCode(text)) {
    throw new ImportRefusal(
      'The file looks like a program or a style sheet, not like a table. CSV, GeoJSON and Overpass JSON are taken, also with gzip; of a spreadsheet, what "Save as CSV" makes.',
    );
  }
  const [line = ''] = text.split(/\r\n|\n|\r/, 1);
  if (line.length > maxHeaderLength) {
    throw new ImportRefusal(`The first line is longer than ${maxHeaderLength} characters: this is not a table.`);
  }
  return { kind: 'csv', delimiter: guessDelimiter(line) };
}

const maxHeaderLength = 32_000;
