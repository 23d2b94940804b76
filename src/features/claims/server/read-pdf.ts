/** A PDF that comes as proof of a claim. It is kept as it came, unlike a picture, which the site encodes itself. */
import { Problem } from '#shared/problem.ts';
import { maxPdfBytes, maxPdfName } from '../contract.ts';

const start = Buffer.from('%PDF-');
/** A whole PDF says near its end that it is over. */
const end = '%%EOF';
const endWithinBytes = 1024;
/** PDFs wait in memory while they arrive; pictures wait on disk. */
const maxArriving = 8;
let arriving = 0;

/**
 * Tells by the first bytes what a document is, whatever it calls itself. @returns the PDF, or the pieces of what may be a picture
 * @throws Problem too_large, invalid (cut off), unavailable (too many at once)
 */
export async function readPdf(
  upload: AsyncIterable<Uint8Array>,
): Promise<{ pdf: Buffer } | { other: AsyncIterable<Uint8Array> }> {
  const pieces = upload[Symbol.asyncIterator]();
  let first = Buffer.alloc(0);
  while (first.length < start.length) {
    const { value, done } = await pieces.next();
    if (done) break;
    first = Buffer.concat([first, value]);
  }
  const rest = { [Symbol.asyncIterator]: () => pieces };
  if (!first.subarray(0, start.length).equals(start)) return { other: joined(first, rest) };
  if (arriving >= maxArriving) {
    throw new Problem('unavailable', 'Many documents are arriving right now. Please try again in a minute.', {
      retryAfterSeconds: 30,
    });
  }
  arriving++;
  try {
    return { pdf: await readWhole(joined(first, rest)) };
  } finally {
    arriving--;
  }
}

async function* joined(first: Uint8Array, rest: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield first;
  yield* rest;
}

async function readWhole(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of pieces) {
    bytes += piece.byteLength;
    if (bytes > maxPdfBytes) throw new Problem('too_large', 'This PDF is larger than 5 MB. Please send a smaller one.');
    all.push(piece);
  }
  const pdf = Buffer.concat(all);
  if (!pdf.subarray(-endWithinBytes).includes(end)) {
    throw new Problem(
      'invalid',
      'This PDF is damaged or was cut short. Please choose another one, or a picture of it.',
    );
  }
  return pdf;
}

/** A name without folders and signs that could steer a screen or a file system; it always ends as a PDF does. */
export function pdfName(given: string | undefined): string {
  const own = (given ?? '').split(/[/\\]/).at(-1) ?? '';
  const plain = own
    .replaceAll(/["<>|?*:]|\p{Cc}|\p{Cf}/gu, '')
    .replace(/\.pdf$/i, '')
    .trim();
  return `${[...(plain || 'document')].slice(0, maxPdfName - 4).join('')}.pdf`;
}
