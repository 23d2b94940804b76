/**
 * The build's files, read and compressed once at start. Their names contain their hash, so browsers keep them
 * forever.
 */
import { readdir, readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join, relative, sep } from 'node:path';
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
  bodies: Partial<Record<Encoding, Buffer>> & { identity: Buffer };
}

export interface StaticFiles {
  /** True when the address is one of the files; the answer is then on its way. */
  serve: (url: string, request: IncomingMessage, response: ServerResponse, headers: Record<string, string>) => boolean;
}

async function neighbour(path: string, ending: string, encoding: Encoding) {
  const bytes = await readFile(`${path}.${ending}`).catch(() => undefined);
  return bytes && { [encoding]: bytes };
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
      bodies: {
        identity: await readFile(path),
        ...(await neighbour(path, 'br', 'br')),
        ...(await neighbour(path, 'gz', 'gzip')),
      },
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
      const encoding = acceptedEncoding(request.headers['accept-encoding']);
      const body = file.bodies[encoding] ?? file.bodies.identity;
      response.writeHead(200, {
        ...headers,
        'content-type': file.type,
        'cache-control': file.cacheControl,
        'content-length': body.length,
        vary: 'Accept-Encoding',
        // Opened by itself, a drawing is a document and could run scripts.
        ...(file.type === types['.svg'] ? { 'content-security-policy': drawingPolicy } : {}),
        ...(body === file.bodies.identity ? {} : { 'content-encoding': encoding }),
      });
      response.end(request.method === 'HEAD' ? undefined : body);
      return true;
    },
  };
}
