/** One stored answer: its parts, its encodings, and the choice between them. */
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, brotliDecompress, constants, crc32, gzip } from 'node:zlib';
import { acceptedEncoding, type Encoding } from './accepted-encoding.ts';
import type { Whole } from './send-whole.ts';

const brotli = promisify(brotliCompress);
const unbrotli = promisify(brotliDecompress);
const gzipAsync = promisify(gzip);

export interface StoredBody {
  bytes: Buffer;
  /** Without the 'W/' prefix, which does not matter for the comparison. */
  etag: string;
  /** A flat list of names and values, which node:http writes fastest. */
  headers: string[];
  /** Made at the second request; `bytes` is then a part of it. */
  whole?: Whole;
}

export interface StoredPage {
  status: number;
  tags: readonly string[];
  storedAt: number;
  /** The instant from which it is no longer true, even without a change; in ms since 1970. */
  expiresAt: number;
  /** Headers for all encodings. */
  headers: string[];
  isCompressible: boolean;
  /**
   * The original bytes. Where there are brotli bytes, the plain ones are dropped: they take seven times the
   * space.
   */
  plain: Buffer | undefined;
  /** The checksum of the plain bytes; set with the first encoding. */
  mark: string | undefined;
  /** The encodings that were requested. */
  bodies: Partial<Record<Encoding, StoredBody>>;
  size: number;
  hits: number;
  /** Requested since it was last due to be dropped. */
  isWanted: boolean;
  isBestCompressed: boolean;
}

export interface FreshPage {
  status: number;
  /** Without length, encoding and ETag, which the cache adds. */
  headers: Record<string, string>;
  body: Buffer;
  tags: readonly string[];
  /** Default: Infinity. */
  expiresAt?: number;
}

/**
 * Small bodies are compressed on the same thread. Quality 1 takes a tenth of a millisecond and is used while
 * others wait, because a page that nobody requests again is not worth more. Otherwise quality 5 takes about
 * one millisecond for a sixth fewer bytes: pages of 15 kB then fit into the first packets of a new
 * connection, which saves a phone a round trip.
 */
const firstQuality = { hurried: 1, unhurried: 5 };

const compressible = /^(text\/|application\/(json|ld\+json|xml|rss\+xml|feed\+json|manifest\+json)|image\/svg)/;

export function storedPage(fresh: FreshPage, storedAt: number): StoredPage {
  const headers = Object.entries(fresh.headers).flat();
  const isCompressible = compressible.test(fresh.headers['content-type'] ?? '') && fresh.body.length > 512;
  return {
    status: fresh.status,
    tags: fresh.tags,
    storedAt,
    expiresAt: fresh.expiresAt ?? Number.POSITIVE_INFINITY,
    headers,
    isCompressible,
    plain: fresh.body,
    mark: undefined,
    bodies: {},
    size: fresh.body.length + 500,
    hits: 0,
    isWanted: false,
    isBestCompressed: false,
  };
}

/** The plain bytes of a page that keeps only brotli. */
export async function unpacked({ bodies }: StoredPage): Promise<Buffer> {
  if (bodies.br === undefined) throw new Error('a stored page has plain or brotli bytes');
  return unbrotli(bodies.br.bytes);
}

export function packAtOnce(bytes: Buffer, pace: keyof typeof firstQuality): Buffer {
  return ownBytes(brotliCompressSync(bytes, brotliOptions(firstQuality[pace], bytes.length)));
}

/** Takes 30 ms on another thread, for a sixth fewer bytes. */
export async function packBest(bytes: Buffer): Promise<Buffer> {
  return ownBytes(await brotli(bytes, brotliOptions(11, bytes.length)));
}

export async function packGzip(bytes: Buffer): Promise<Buffer> {
  return ownBytes(await gzipAsync(bytes, { level: 5 }));
}

function brotliOptions(quality: number, size: number) {
  return {
    // Fits most pages' compressed bytes; zlib's default is 64 kB for any size.
    chunkSize: Math.max(1024, size >> 2),
    params: {
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: size,
      // As wide as the page: at low quality, making the tables of the widest window takes longer than
      // compressing the page.
      [constants.BROTLI_PARAM_LGWIN]: Math.min(22, Math.max(16, Math.ceil(Math.log2(size)) + 1)),
    },
  };
}

/**
 * Copies zlib's answer: it is the beginning of a larger buffer, which a stored page would otherwise keep in
 * memory.
 */
function ownBytes(bytes: Buffer): Buffer {
  const own = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(own);
  return own;
}

/**
 * The checksum of the plain bytes: the same in every process and for every compression. A CRC, because each
 * page needs one and SHA-1 takes three times as long; one change in four billion goes unnoticed by a client
 * that has the page.
 */
export function markOf(plain: Buffer): string {
  return `${plain.length.toString(36)}-${crc32(plain).toString(36)}`;
}

/**
 * Each encoding has its own ETag. It is weak: it stays the same when the page is compressed better.
 * @param mark of the plain bytes
 */
export function storedBody(bytes: Buffer, encoding: Encoding, mark: string, headers: string[]): StoredBody {
  const etag = encoding === 'identity' ? `"${mark}"` : `"${mark}-${encoding}"`;
  const own = ['ETag', `W/${etag}`, 'Content-Length', String(bytes.length), 'Vary', 'Accept-Encoding'];
  if (encoding !== 'identity') own.push('Content-Encoding', encoding);
  return { bytes, etag, headers: [...headers, ...own] };
}

/** The encoding for a client with this Accept-Encoding header. */
export function pickEncoding(page: StoredPage, acceptEncoding: string | undefined): Encoding {
  return page.isCompressible ? acceptedEncoding(acceptEncoding) : 'identity';
}
