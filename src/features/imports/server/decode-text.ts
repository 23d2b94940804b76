/** Decodes bytes of an unknown encoding. */
import { ImportRefusal } from '../import-row.ts';

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/**
 * Guesses from the byte order mark, or from the zero bytes of Latin letters; otherwise UTF-8 until proven
 * wrong.
 */
function guessEncoding(head: Uint8Array): Encoding {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  const sample = head.subarray(0, 1000);
  let even = 0;
  let odd = 0;
  for (const [at, byte] of sample.entries()) if (byte === 0) at % 2 === 0 ? even++ : odd++;
  if (odd > sample.length / 4 && even === 0) return 'utf-16le';
  if (even > sample.length / 4 && odd === 0) return 'utf-16be';
  return 'utf-8';
}

/** The length of the part that ends with a whole character. */
function wholeLength(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(4, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return bytes.length;
    if (byte >= 0xc0) {
      const size = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
      return size > back ? bytes.length - back : bytes.length;
    }
  }
  return bytes.length;
}

const isAscii = (bytes: Uint8Array) => bytes.every((byte) => byte < 0x80);

/** True when more non-ASCII characters are wrong as UTF-8 than right. */
function isMostlyBroken(bytes: Uint8Array): boolean {
  const text = new TextDecoder().decode(bytes);
  const broken = text.match(/\uFFFD/g)?.length ?? 0;
  return broken > (text.match(/[^\0-\x7F\uFFFD]/g)?.length ?? 0);
}

/**
 * Decodes text without its byte order mark. The first piece with non-ASCII characters decides between UTF-8,
 * where single broken characters become U+FFFD, and Windows-1252, which includes Latin-1. Calls `onEncoding`
 * when the guess is made or changed.
 */
export async function* decodeText(
  bytes: AsyncIterable<Uint8Array>,
  onEncoding: (encoding: Encoding) => void,
): AsyncGenerator<string> {
  let encoding: Encoding | undefined;
  let decoder = new TextDecoder();
  let onlyAscii = true;
  let rest: Uint8Array = new Uint8Array(0);
  for await (const piece of bytes) {
    if (encoding === undefined) {
      encoding = guessEncoding(piece);
      onEncoding(encoding);
      decoder = new TextDecoder(encoding);
    }
    if (encoding !== 'utf-8' || !onlyAscii) {
      yield decoder.decode(piece, { stream: true });
      continue;
    }
    const joined = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
    const whole = joined.subarray(0, wholeLength(joined));
    rest = joined.subarray(whole.length);
    if (isAscii(whole) && rest.length === 0) {
      yield decoder.decode(whole, { stream: true });
      continue;
    }
    onlyAscii = false;
    rest = new Uint8Array(0);
    if (isMostlyBroken(whole)) {
      encoding = 'windows-1252';
      onEncoding(encoding);
      decoder = new TextDecoder(encoding);
    }
    yield decoder.decode(joined, { stream: true });
  }
  yield decoder.decode();
}

const kinds: [magic: string, what: string][] = [
  ['89504e47', 'a picture (PNG)'],
  ['ffd8ff', 'a picture (JPEG)'],
  ['47494638', 'a picture (GIF)'],
  ['52494646', 'a picture or a sound file'],
  ['25504446', 'a PDF document'],
  ['504b0304', 'an Excel workbook or a ZIP archive'],
  ['d0cf11e0', 'an old Excel or Word document'],
  ['28b52ffd', 'a Zstandard archive'],
  ['425a68', 'a bzip2 archive'],
  ['fd377a585a', 'an xz archive'],
];

/**
 * Throws ImportRefusal for files that are not text: pictures, workbooks, archives, anything with zero bytes.
 */
export function refuseBinary(head: Uint8Array): void {
  if (head.length === 0) throw new ImportRefusal('The file is empty.');
  const hex = Buffer.from(head.subarray(0, 8)).toString('hex');
  const known = kinds.find(([magic]) => hex.startsWith(magic));
  if (known) {
    const hint = known[1].includes('Excel') ? ' Save the table as "CSV UTF-8" and import that.' : '';
    throw new ImportRefusal(`The file is ${known[1]}, not CSV, GeoJSON or Overpass JSON.${hint}`);
  }
  if (guessEncoding(head) === 'utf-8' && head.includes(0)) {
    throw new ImportRefusal('The file is not text: it is neither CSV nor JSON.');
  }
}
