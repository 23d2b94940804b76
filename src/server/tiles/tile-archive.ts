/** Reads tiles from the city pack's map.pmtiles, a single file that holds a whole map (https://docs.protomaps.com/pmtiles/). */
import { type FileHandle, open } from 'node:fs/promises';
import { PMTiles, type Source, TileType } from 'pmtiles';
import { plainText } from '#shared/html-to-text.ts';
import type { TileAddress } from './tile-address.ts';

export interface TileArchive {
  /** Null where the archive has nothing. */
  read: (tile: TileAddress) => Promise<Uint8Array | null>;
  attribution: string | null;
}

class FileSource implements Source {
  readonly #file: FileHandle;
  readonly #path: string;

  constructor(path: string, file: FileHandle) {
    this.#path = path;
    this.#file = file;
  }

  getKey(): string {
    return this.#path;
  }

  async getBytes(offset: number, length: number): Promise<{ data: ArrayBuffer }> {
    const data = new ArrayBuffer(length);
    const { bytesRead } = await this.#file.read(new Uint8Array(data), 0, length, offset);
    return { data: data.slice(0, bytesRead) };
  }
}

/** @throws when the file cannot be read or holds no vector tiles */
export async function openTileArchive(path: string): Promise<TileArchive> {
  const archive = new PMTiles(new FileSource(path, await open(path)));
  const header = await archive.getHeader();
  if (header.tileType !== TileType.Mvt) throw new Error('it does not hold vector tiles of the type MVT');
  const metadata = (await archive.getMetadata()) as { attribution?: unknown } | null;
  const stated =
    typeof metadata?.attribution === 'string' ? plainText(metadata.attribution.replaceAll('&copy;', '©')) : '';
  return {
    read: async ({ z, x, y }) => {
      if (z > header.maxZoom || z < header.minZoom) return null;
      const found = await archive.getZxy(z, x, y);
      return found === undefined || found.data.byteLength === 0 ? null : new Uint8Array(found.data);
    },
    attribution: stated === '' ? null : stated.slice(0, 200),
  };
}
