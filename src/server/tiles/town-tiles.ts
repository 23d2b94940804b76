/**
 * The tiles of the town's map: from the pack's archive when there is one, else from a store on disk that is filled from the
 * tile service, and kept when the service is away. With a bucket, all machines fill it together.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip as gzipWith } from 'node:zlib';
import type { CityPack } from '#server/city-pack.ts';
import type { Env } from '#server/env.ts';
import { describeError, type Log } from '#server/log.ts';
import { createPictureShelf } from '#server/sharing-picture/picture-shelf.ts';
import { dayMs } from '#shared/times.ts';
import { type TileAddress, tileAt } from './tile-address.ts';
import { openTileArchive, type TileArchive } from './tile-archive.ts';
import { type SharedTile, tileBucketOf } from './tile-bucket.ts';
import { createTileService, ServiceAway } from './tile-service.ts';

const gzip = promisify(gzipWith);

/** Every map of OpenStreetMap's data owes this at least. */
const usualMakers = '© OpenStreetMap contributors';

const storeBytes = 256 * 1024 * 1024;
/** Streets change slowly; older tiles are served while a newer one is fetched. */
const freshMs = 30 * dayMs;
/** Services have all details in it. */
const detailZoom = 14;
/** A service that was out of order may have said that nothing is there. */
const emptyFreshMs = dayMs;

export interface Tile {
  /** Packed with gzip. */
  packed: Uint8Array;
  /** Changes when the tile does. */
  version: string;
}

/** 'empty': there is nothing at this place. 'away': nobody can say at the moment. */
type Answer = Tile | 'empty' | 'away';

interface TownTilesState {
  from: 'archive' | 'service' | 'nothing';
  /** The service's host name, or the archive's file name. */
  name: string | null;
  /** Why no new tiles arrive; null while they do, or while nobody has asked. */
  trouble: string | null;
  hasAnswered: boolean;
}

interface TownTiles {
  /** There is no source of tiles, and none will come. */
  isOff: boolean;
  /** There are streets to draw; asks for the center of town when nobody knows yet. */
  hasStreets: () => Promise<boolean>;
  /** The caller has checked the address (tile-address.ts). Never throws. */
  read: (tile: TileAddress) => Promise<Answer>;
  state: () => Promise<TownTilesState>;
}

const known = new WeakMap<Env, TownTiles>();

/** The same for every caller of a process, so that all share what is being fetched. */
export function townTilesOf(parts: { city: CityPack; env: Env; log: Log }): TownTiles {
  const found = known.get(parts.env) ?? createTownTiles(parts);
  known.set(parts.env, found);
  return found;
}

/**
 * Names the makers of the streets that maps draw; null while there are none, because the town's outline is not theirs.
 * The first tile may have come to another process or before the last start, so it is noted on disk.
 */
export function mapMakers({ map }: CityPack, env: Env): string | null {
  if (map.archive !== null) return map.attribution ?? usualMakers;
  if (env.mapTilesUrl === undefined) return null;
  try {
    map.attribution ??= readFileSync(makersFile(env, sourceKey(env.mapTilesUrl)), 'utf8');
  } catch {
    return null;
  }
  return map.attribution;
}

const sourceKey = (url: string) => createHash('sha256').update(url).digest('base64url').slice(0, 12);
const makersFile = (env: Env, source: string) => join(env.dataDir, 'cache', `map-makers-${source}.txt`);

function createTownTiles({ city, env, log }: { city: CityPack; env: Env; log: Log }): TownTiles {
  if (city.map.archive !== null) return fromArchive(city.map, city.map.archive, log);
  if (env.mapTilesUrl !== undefined) return fromService(city, env.mapTilesUrl, env, log);
  return {
    isOff: true,
    hasStreets: async () => false,
    read: async () => 'away',
    state: async () => ({ from: 'nothing', name: null, trouble: null, hasAnswered: false }),
  };
}

function fromArchive(map: CityPack['map'], path: string, log: Log): TownTiles {
  let trouble: string | null = null;
  const opening = openTileArchive(path).then(
    (archive) => {
      map.attribution = archive.attribution;
      return archive;
    },
    (error: unknown): TileArchive => {
      trouble = describeError(error);
      log.error({ err: error, path }, "the city pack's map.pmtiles cannot be read, so maps show no streets");
      return { read: () => Promise.reject(error), attribution: null };
    },
  );
  return {
    isOff: false,
    hasStreets: () => opening.then(() => trouble === null),
    read: async (tile) => {
      try {
        const bytes = await (await opening).read(tile);
        if (bytes === null) return 'empty';
        const version = createHash('sha256').update(bytes).digest('base64url').slice(0, 16);
        return { packed: await gzip(bytes), version };
      } catch {
        return 'away';
      }
    },
    state: async () => {
      const isThere = await opening.then(() => trouble === null);
      return { from: 'archive', name: 'map.pmtiles', trouble, hasAnswered: isThere };
    },
  };
}

function fromService(city: CityPack, url: string, env: Env, log: Log): TownTiles {
  const { map, facts } = city;
  const folder = join(env.dataDir, 'cache/tiles');
  const shelf = createPictureShelf(folder, storeBytes);
  const service = createTileService({ url, userAgent: `Alameda (+${env.siteUrl})` });
  /** Tiles of another service do not mix with these. */
  const source = sourceKey(url);
  const bucket = tileBucketOf(env, source, log);
  const fileOf = ({ z, x, y }: TileAddress) => `${source}.${z}-${x}-${y}.gz`;
  const fetching = new Map<string, Promise<Answer>>();

  async function kept(file: string): Promise<{ answer: Answer; isFresh: boolean } | null> {
    const [packed, info] = await Promise.all([shelf.find(file), stat(join(folder, file)).catch(() => null)]);
    if (packed === null || info === null) return null;
    const age = Date.now() - info.mtimeMs;
    if (packed.length === 0) return { answer: 'empty', isFresh: age < emptyFreshMs };
    return { answer: { packed, version: Math.round(info.mtimeMs).toString(36) }, isFresh: age < freshMs };
  }

  async function noteMakers(makers: string): Promise<void> {
    bucket?.keepMakers(makers);
    if (makers === map.attribution) return;
    map.attribution = makers;
    await mkdir(join(env.dataDir, 'cache'), { recursive: true });
    await writeFile(makersFile(env, source), makers);
  }

  /** Takes a tile of the bucket onto this machine's disk, with its age. */
  async function adopt(file: string, { bytes, keptAt }: SharedTile): Promise<Answer> {
    await shelf.keep(file, bytes);
    await utimes(join(folder, file), keptAt, keptAt).catch(() => undefined);
    if (bytes.length === 0) return 'empty';
    const known = mapMakers(city, env);
    const makers = known === null || known === usualMakers ? ((await bucket?.findMakers()) ?? null) : known;
    // The usual ones are not noted: another machine may know better, and tell it later.
    if (makers === null) map.attribution = usualMakers;
    else await noteMakers(makers);
    return { packed: bytes, version: keptAt.getTime().toString(36) };
  }

  async function fetchAndKeep(tile: TileAddress, file: string): Promise<Answer> {
    const shared = (await bucket?.find(file)) ?? null;
    const ageMs = shared === null ? Number.POSITIVE_INFINITY : Date.now() - shared.keptAt.getTime();
    if (shared !== null && ageMs < (shared.bytes.length === 0 ? emptyFreshMs : freshMs)) return adopt(file, shared);
    try {
      const bytes = await service.fetchTile(tile);
      const packed = bytes === null ? new Uint8Array() : await gzip(bytes);
      await shelf.keep(file, packed);
      bucket?.keep(file, packed);
      if (bytes === null) return 'empty';
      await noteMakers(service.attribution() ?? usualMakers);
      return (await kept(file))?.answer ?? { packed, version: Date.now().toString(36) };
    } catch (error) {
      if (!(error instanceof ServiceAway)) log.error({ err: error, tile }, 'a tile of the map could not be kept');
      else log.debug({ reason: error.message, tile }, 'the tile service is away');
      return shared === null ? 'away' : adopt(file, shared);
    }
  }

  /** Several visitors who miss the same tile wait for one request. */
  function fetchOnce(tile: TileAddress, file: string): Promise<Answer> {
    const running = fetching.get(file);
    if (running) return running;
    const started = fetchAndKeep(tile, file).finally(() => fetching.delete(file));
    fetching.set(file, started);
    return started;
  }

  async function read(tile: TileAddress): Promise<Answer> {
    const file = fileOf(tile);
    const found = await kept(file);
    if (found === null) return fetchOnce(tile, file);
    if (!found.isFresh) void fetchOnce(tile, file);
    return found.answer;
  }

  return {
    isOff: false,
    hasStreets: async () =>
      mapMakers(city, env) !== null || typeof (await read(tileAt(facts.center, detailZoom))) !== 'string',
    read,
    state: async () => ({
      from: 'service',
      name: new URL(url).hostname,
      trouble: service.trouble(),
      hasAnswered: service.hasAnswered(),
    }),
  };
}
