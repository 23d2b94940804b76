/**
 * The build's files. Their names contain their hash, so browsers keep them forever. Each is held in one form, the smallest, which
 * nearly everybody takes; others would be four times as much memory and are read when somebody asks for them.
 */
import { readdir, readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { acceptedEncoding, type Encoding } from './accepted-encoding.ts';

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
};

const drawingPolicy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'; sandbox";

interface StaticFile {
  type: string;
  cacheControl: string;
  path: string;
  held: Body;
}

interface Body {
  encoding: Encoding;
  bytes: Buffer;
}

export interface StaticFiles {
  /** True when the address is one of the files; the answer is then on its way. */
  serve: (url: string, request: IncomingMessage, response: ServerResponse, headers: Record<string, string>) => boolean;
}

const read = (path: string) => readFile(path).catch(() => undefined);

async function smallestBody(path: string): Promise<Body> {
  const compressed = await read(`${path}.br`);
  return compressed ? { encoding: 'br', bytes: compressed } : { encoding: 'identity', bytes: await readFile(path) };
}

/** The file for whoever takes no brotli. After another build it is no longer on the disk, and is unpacked. */
async function otherBody({ path, held }: StaticFile, encoding: Encoding): Promise<Body> {
  const zipped = encoding === 'gzip' ? await read(`${path}.gz`) : undefined;
  if (zipped) return { encoding: 'gzip', bytes: zipped };
  return { encoding: 'identity', bytes: (await read(path)) ?? (await promisify(brotliDecompress)(held.bytes)) };
}

async function readFolder(folder: string, isWanted: (url: string) => boolean): Promise<Map<string, StaticFile>> {
  const files = new Map<string, StaticFile>();
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    const url = `/${relative(folder, path).split(sep).join('/')}`;
    const type = types[extname(entry.name)];
    if (!entry.isFile() || type === undefined || !isWanted(url)) continue;
    files.set(url, {
      type,
      cacheControl: url.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      path,
      held: await smallestBody(path),
    });
  }
  return files;
}

/**
 * @param folder dist/client; a file's `.br` and `.gz` neighbors, made by the build, are its compressed forms
 * @param formerFolder what stood there before the last build: pages that were loaded before an upgrade still ask for its scripts
 */
export async function readStaticFiles(folder: string, formerFolder?: string): Promise<StaticFiles> {
  const files = await readFolder(folder, (url) => !url.startsWith('/.'));
  const isMissed = (url: string) => url.startsWith('/assets/') && !files.has(url);
  if (formerFolder !== undefined)
    for (const [url, file] of await readFolder(formerFolder, isMissed)) files.set(url, file);
  return {
    serve: (url, request, response, headers) => {
      const file = files.get(url.split('?', 1)[0] ?? url);
      if (file === undefined) return false;
      const answer = ({ encoding, bytes }: Body) => {
        response.writeHead(200, {
          ...headers,
          'content-type': file.type,
          'cache-control': file.cacheControl,
          'content-length': bytes.length,
          vary: 'Accept-Encoding',
          // Opened by itself, a drawing is a document and could run scripts.
          ...(file.type === types['.svg'] ? { 'content-security-policy': drawingPolicy } : {}),
          ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
        });
        response.end(request.method === 'HEAD' ? undefined : bytes);
      };
      const encoding = acceptedEncoding(request.headers['accept-encoding']);
      if (file.held.encoding === encoding || file.held.encoding === 'identity') answer(file.held);
      else void otherBody(file, encoding).then(answer);
      return true;
    },
  };
}
