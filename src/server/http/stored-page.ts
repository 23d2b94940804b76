/** One stored answer: what is kept of it, its encodings, and which of them a visitor gets. */
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, brotliDecompress, constants, crc32, gzip } from 'node:zlib';
import { acceptedEncoding, type Encoding } from './accepted-encoding.ts';
import type { Whole } from './send-whole.ts';

const brotli = promisify(brotliCompress);
const unbrotli = promisify(brotliDecompress);
const gzipAsync = promisify(gzip);

export interface StoredBody {
  bytes: Buffer;
  /** Without the 'W/' before it, which makes no difference to whether somebody has the page. */
  etag: string;
  /** Flat name, value list, as node:http writes it fastest. */
  headers: string[];
  /** From the second time on; `bytes` is a part of it then. */
  whole?: Whole;
}

export interface StoredPage {
  status: number;
  tags: readonly string[];
  storedAt: number;
  /** From this instant on it is not true any more, whatever changed; in ms since 1970. */
  expiresAt: number;
  /** Common to all encodings. */
  headers: string[];
  isCompressible: boolean;
  /** As made. Where there are brotli bytes, the plain ones are not kept: they take seven times the room. */
  plain: Buffer | undefined;
  /** What the plain bytes are known by; from the first encoding on. */
  mark: string | undefined;
  /** Those that somebody has asked for. */
  bodies: Partial<Record<Encoding, StoredBody>>;
  size: number;
  hits: number;
  /** Asked for since it was last in line to be dropped for room. */
  isWanted: boolean;
  isBestCompressed: boolean;
}

export interface FreshPage {
  status: number;
  /** Without length, encoding and ETag, which the cache adds. */
  headers: Record<string, string>;
  body: Buffer;
  tags: readonly string[];
  /** Infinity where left out. */
  expiresAt?: number;
}

/**
 * So little is not handed to another thread. A tenth of a millisecond while others wait: a page that nobody asks for again
 * is not worth more. Otherwise about one, for a sixth fewer bytes: pages of 15 kB then fit into the first packets of a new connection,
 * which saves a telephone a whole way there and back.
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

/** The plain bytes of a page that keeps brotli only. */
export async function unpacked({ bodies }: StoredPage): Promise<Buffer> {
  if (bodies.br === undefined) throw new Error('a stored page has plain or brotli bytes');
  return unbrotli(bodies.br.bytes);
}

export function packAtOnce(bytes: Buffer, pace: keyof typeof firstQuality): Buffer {
  return ownBytes(brotliCompressSync(bytes, brotliOptions(firstQuality[pace], bytes.length)));
}

/** Takes 30 ms of another thread for a sixth fewer bytes. */
export async function packBest(bytes: Buffer): Promise<Buffer> {
  return ownBytes(await brotli(bytes, brotliOptions(11, bytes.length)));
}

export async function packGzip(bytes: Buffer): Promise<Buffer> {
  return ownBytes(await gzipAsync(bytes, { level: 5 }));
}

function brotliOptions(quality: number, size: number) {
  return {
    // Where most pages' compressed bytes have room; zlib begins with 64 kB for any.
    chunkSize: Math.max(1024, size >> 2),
    params: {
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: size,
      // As wide as the page: at low quality, making the tables of the widest window takes longer than the page.
      [constants.BROTLI_PARAM_LGWIN]: Math.min(22, Math.max(16, Math.ceil(Math.log2(size)) + 1)),
    },
  };
}

/** What zlib answers lies at the beginning of a larger piece of memory, which a stored page would hold for as long as it stays. */
function ownBytes(bytes: Buffer): Buffer {
  const own = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(own);
  return own;
}

/**
 * The same bytes have the same in every process, however hard they were compressed. A checksum, for it is made for each
 * page: SHA-1 takes three times as long, and one change in four billion is not noticed by who has the page already.
 */
export function markOf(plain: Buffer): string {
  return `${plain.length.toString(36)}-${crc32(plain).toString(36)}`;
}

/**
 * Each encoding has an ETag of its own. A weak one: it stays when the page is compressed better.
 * @param mark of the plain bytes
 */
export function storedBody(bytes: Buffer, encoding: Encoding, mark: string, headers: string[]): StoredBody {
  const etag = encoding === 'identity' ? `"${mark}"` : `"${mark}-${encoding}"`;
  const own = ['ETag', `W/${etag}`, 'Content-Length', String(bytes.length), 'Vary', 'Accept-Encoding'];
  if (encoding !== 'identity') own.push('Content-Encoding', encoding);
  return { bytes, etag, headers: [...headers, ...own] };
}

/** What a visitor with this Accept-Encoding header gets. */
export function pickEncoding(page: StoredPage, acceptEncoding: string | undefined): Encoding {
  return page.isCompressible ? acceptedEncoding(acceptEncoding) : 'identity';
}
