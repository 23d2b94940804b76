/** Files of the build, read and compressed once at start: their names carry their hash, so browsers keep them for good. */
import { readdir, readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join, relative, sep } from 'node:path';

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
};

const drawingPolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

interface StaticFile {
  type: string;
  cacheControl: string;
  identity: Buffer;
  br: Buffer | null;
}

export interface StaticFiles {
  /** True when the address is one of the files; the answer is then on its way. */
  serve: (url: string, request: IncomingMessage, response: ServerResponse, headers: Record<string, string>) => boolean;
}

/** @param folder dist/client; a file's `.br` neighbour, made by the build, is its compressed form */
export async function readStaticFiles(folder: string): Promise<StaticFiles> {
  const files = new Map<string, StaticFile>();
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    const url = `/${relative(folder, path).split(sep).join('/')}`;
    const type = types[extname(entry.name)];
    if (!entry.isFile() || type === undefined || url.startsWith('/.')) continue;
    files.set(url, {
      type,
      cacheControl: url.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      identity: await readFile(path),
      br: await readFile(`${path}.br`).catch(() => null),
    });
  }
  return {
    serve: (url, request, response, headers) => {
      const file = files.get(url.split('?', 1)[0] ?? url);
      if (file === undefined) return false;
      const compressed = file.br !== null && /\bbr\b/.test(request.headers['accept-encoding'] ?? '');
      const body = compressed && file.br ? file.br : file.identity;
      response.writeHead(200, {
        ...headers,
        'content-type': file.type,
        'cache-control': file.cacheControl,
        'content-length': body.length,
        vary: 'Accept-Encoding',
        // Opened by itself a drawing is a document, which could run script.
        ...(file.type === types['.svg'] ? { 'content-security-policy': drawingPolicy } : {}),
        ...(compressed ? { 'content-encoding': 'br' } : {}),
      });
      response.end(request.method === 'HEAD' ? undefined : body);
      return true;
    },
  };
}
