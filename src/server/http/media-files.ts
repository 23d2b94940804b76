/** Serves picture files: those of the city pack, made by the build, and uploads. */
import { type FileHandle, open } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Log } from '#server/log.ts';
import type { FileStore } from '#server/storage/file-store.ts';
import { StoreAway } from '#server/storage/store-away.ts';
import { readPictureAddress, storedWidths } from '#shared/picture.ts';

interface MediaPlaces {
  /** dist/media/{pack}, served at /media/city/ */
  city: string;
  /** Served at /media/u/ */
  uploads: FileStore;
}

export interface MediaFiles {
  /** True for every address below /media/; the answer, maybe a 404, is then on its way. */
  serve: (url: string, request: IncomingMessage, response: ServerResponse, headers: Record<string, string>) => boolean;
}

/** One name without slashes or dots of its own, so an address cannot leave its folder. */
const address = /^\/media\/(city|u)\/([\w-]{1,100}\.\d{1,5}x\d{1,5})(@\d{1,4})?\.(avif|webp|jpg|svg)$/;

const types: Record<string, string> = {
  avif: 'image/avif',
  webp: 'image/webp',
  jpg: 'image/jpeg',
  svg: 'image/svg+xml',
};

const cacheControl: Record<string, string> = {
  // A pack's picture may be redrawn under its old name.
  city: 'public, max-age=604800, stale-while-revalidate=2592000',
  // An upload's name is never used again.
  u: 'public, max-age=31536000, immutable',
};

/** Opened by itself, a drawing runs nothing and loads nothing, whatever it contains. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/** The client has left, before the first byte or in the middle. */
const goneCodes = new Set(['ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_UNABLE_TO_PIPE', 'ECONNRESET']);

export function createMediaFiles(places: MediaPlaces, log: Log): MediaFiles {
  async function answer(
    url: string,
    request: IncomingMessage,
    response: ServerResponse,
    headers: Record<string, string>,
  ): Promise<void> {
    const opened = await openMediaFile(url, places, /\bbr\b/.test(request.headers['accept-encoding'] ?? ''));
    if (opened === null) {
      response.writeHead(404, { ...headers, 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' });
      response.end('There is no such picture.');
      return;
    }
    const { found, file, isPacked } = opened;
    try {
      const { size, mtimeMs } = await file.stat();
      // An upload never changes, and its copies on other machines are of other times.
      const version = found.place === 'u' ? 'u' : Math.round(mtimeMs).toString(36);
      const etag = `"${size.toString(36)}-${version}"`;
      const own = {
        ...headers,
        'cache-control': cacheControl[found.place] ?? 'no-cache',
        etag,
        ...(found.format === 'svg' ? { vary: 'Accept-Encoding', 'content-security-policy': policy } : {}),
      };
      if (request.headers['if-none-match']?.includes(etag)) {
        response.writeHead(304, own).end();
        return;
      }
      response.writeHead(200, {
        ...own,
        'content-type': types[found.format] ?? 'application/octet-stream',
        'content-length': size,
        ...(isPacked ? { 'content-encoding': 'br' } : {}),
      });
      if (request.method === 'HEAD') response.end();
      else await pipeline(file.createReadStream({ autoClose: false }), response);
    } finally {
      await file.close();
    }
  }

  return {
    serve: (url, request, response, headers) => {
      if (!url.startsWith('/media/')) return false;
      answer(url, request, response, headers).catch((error: NodeJS.ErrnoException) => {
        if (goneCodes.has(error.code ?? '')) return;
        if (error instanceof StoreAway && !response.headersSent) return sayAway(response, headers);
        log.error({ err: error, url }, 'a picture could not be sent');
        if (!response.headersSent) response.writeHead(500, { 'content-type': 'text/plain' });
        response.end();
      });
      return true;
    },
  };
}

interface MediaFile {
  path: string;
  place: string;
  format: string;
}

interface OpenedFile {
  found: MediaFile;
  file: FileHandle;
  isPacked: boolean;
}

async function openMediaFile(url: string, places: MediaPlaces, takesBrotli: boolean): Promise<OpenedFile | null> {
  // Twice: while uploads move to another place, a file may leave the one where it was found before it is open.
  for (let look = 0; look < 2; look += 1) {
    const found = await findMediaFile(url, places);
    if (found === null) return null;
    const packed = found.format === 'svg' && takesBrotli ? await openFile(`${found.path}.br`) : null;
    const file = packed ?? (await openFile(found.path));
    if (file !== null) return { found, file, isPacked: packed !== null };
  }
  return null;
}

/** The file for an address; without '@{width}' the widest stored one. Null when there is none. */
export async function findMediaFile(url: string, { city, uploads }: MediaPlaces): Promise<MediaFile | null> {
  const match = address.exec(url.split('?', 1)[0] ?? '');
  if (match === null) return null;
  const [, place = '', stem = '', width, format = ''] = match;
  const name = format === 'svg' ? `${stem}${width ?? ''}.svg` : `${stem}${width ?? widestOf(stem)}.${format}`;
  const path = place === 'u' ? await uploads.localCopy(name) : join(city, name);
  return path === null ? null : { path, place, format };
}

/** Nobody may keep this answer: the picture is there, only its store is not. */
function sayAway(response: ServerResponse, headers: Record<string, string>): void {
  const own = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store', 'retry-after': '30' };
  response.writeHead(503, { ...headers, ...own });
  response.end('This picture cannot be reached right now.');
}

function widestOf(stem: string): string {
  const size = readPictureAddress(`/media/${stem}.webp`);
  return `@${size ? storedWidths(size.width).at(-1) : 0}`;
}

function openFile(path: string): Promise<FileHandle | null> {
  return open(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
    throw error;
  });
}
