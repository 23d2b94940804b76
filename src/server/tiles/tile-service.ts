/**
 * Asks the tile service that MAP_TILES_URL names, politely: few requests at once, none for a while after a failure, and
 * never another host. The address comes from the operator; a visitor can only name a tile inside the pack's bounds.
 */
import { describeError } from '#server/log.ts';
import { inSpan } from '#server/tracing/spans.ts';
import { Crowded, Turns } from '#server/turns.ts';
import { plainText } from '#shared/html-to-text.ts';
import { hourMs, minuteMs } from '#shared/times.ts';
import type { TileAddress } from './tile-address.ts';
import { readLimited, readTileBody } from './tile-body.ts';

/** `null`: the service has nothing there. */
type ServiceTile = Uint8Array | null;

/** The service does not answer, or is not asked at the moment. The message says why, for staff. */
export class ServiceAway extends Error {
  override name = 'ServiceAway';
}

interface TileService {
  /** @throws ServiceAway */
  fetchTile: (tile: TileAddress) => Promise<ServiceTile>;
  /** Null until it has said it. */
  attribution: () => string | null;
  /** Why it is not asked at the moment; null while it answers or has not been asked yet. */
  trouble: () => string | null;
  hasAnswered: () => boolean;
}

interface TileServiceOptions {
  /** With {z}, {x} and {y}, or the address of a TileJSON. */
  url: string;
  /** Names this site to the service's operators. */
  userAgent: string;
  now?: () => number;
}

const timeoutMs = 5_000;
const maxAtOnce = 4;
const maxWaiting = 60;
/** Doubled with each further failure. */
const firstPauseMs = 15_000;
const maxPauseMs = 10 * minuteMs;
const maxRetryAfterMs = 6 * hourMs;
/** Versions of a service's data have addresses of their own, which its TileJSON names. */
const descriptionAgeMs = 6 * hourMs;
const maxDescriptionBytes = 1024 * 1024;

interface Description {
  template: string;
  maxZoom: number;
  readAt: number;
}

export function createTileService({ url, userAgent, now = Date.now }: TileServiceOptions): TileService {
  const turns = new Turns(maxAtOnce, maxWaiting, timeoutMs);
  const isTemplate = url.includes('{z}');
  let description: Description | undefined = isTemplate
    ? { template: url, maxZoom: Number.POSITIVE_INFINITY, readAt: Number.POSITIVE_INFINITY }
    : undefined;
  let describing: Promise<Description> | undefined;
  let attribution: string | null = null;
  const patience = createPatience(now);
  /** The first request after the start or a failure. The others wait for it, so that a dead host is asked once. */
  let probe: Promise<unknown> | undefined;

  /** @throws ServiceAway */
  async function ask<T>(address: string, read: (response: Response) => Promise<T>): Promise<T> {
    patience.check();
    let retryAfterMs = 0;
    try {
      const asked = {
        headers: { 'User-Agent': userAgent, Accept: '*/*' },
        // A redirect would lead to a host that the operator has not named.
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
      } as const;
      const response = await inSpan({ name: 'fetch a map tile', kind: 'call' }, () => fetch(address, asked));
      if (![200, 204, 404, 410].includes(response.status)) {
        retryAfterMs = retryAfter(response);
        await response.body?.cancel();
        throw new Error(
          response.status >= 300 && response.status < 400
            ? 'it redirects to another address, which is not followed'
            : `it answers with status ${response.status}`,
        );
      }
      const answer = await read(response);
      patience.succeed();
      return answer;
    } catch (error) {
      throw patience.fail(error, retryAfterMs);
    }
  }

  /** Runs one request alone until the service has answered once. @throws ServiceAway */
  async function carefully<T>(work: () => Promise<T>): Promise<T> {
    while (probe) await probe.catch(() => undefined);
    if (patience.hasAnswered() && patience.trouble() === null) return work();
    const own = work();
    probe = own;
    try {
      return await own;
    } finally {
      probe = undefined;
    }
  }

  async function describe(): Promise<Description> {
    const isFresh = description !== undefined && now() - description.readAt < descriptionAgeMs;
    if (description !== undefined && isFresh) return description;
    describing ??= ask(url, async (response) => {
      const found = readDescription(await readLimited(response, maxDescriptionBytes), url);
      attribution = found.attribution;
      description = { template: found.template, maxZoom: found.maxZoom, readAt: now() };
      return description;
    }).finally(() => {
      describing = undefined;
    });
    // A former description still serves while the service does not answer.
    return description === undefined ? describing : describing.catch(() => description as Description);
  }

  async function fetchTile({ z, x, y }: TileAddress): Promise<ServiceTile> {
    try {
      return await carefully(async () => {
        const { template, maxZoom } = await describe();
        if (z > maxZoom) return null;
        const address = template.replace('{z}', String(z)).replace('{x}', String(x)).replace('{y}', String(y));
        return turns.take(() =>
          ask(address, async (response) => {
            const isThere = response.status === 200;
            const bytes = isThere ? await readTileBody(response) : await response.body?.cancel();
            return bytes === undefined || bytes.length === 0 ? null : bytes;
          }),
        );
      });
    } catch (error) {
      if (error instanceof Crowded) throw new ServiceAway('too many tiles are asked for at once', { cause: error });
      throw error;
    }
  }

  return { fetchTile, attribution: () => attribution, trouble: patience.trouble, hasAnswered: patience.hasAnswered };
}

/** Remembers failures: after each one the service is left alone, longer each time. */
function createPatience(now: () => number) {
  let failures = 0;
  let pausedUntil = 0;
  let trouble: string | null = null;
  let hasAnswered = false;
  return {
    trouble: () => trouble,
    hasAnswered: () => hasAnswered,
    /** @throws ServiceAway during a pause */
    check: () => {
      if (now() < pausedUntil) throw new ServiceAway(trouble ?? 'it is not asked at the moment');
    },
    succeed: () => {
      failures = 0;
      trouble = null;
      hasAnswered = true;
    },
    fail: (error: unknown, retryAfterMs: number): ServiceAway => {
      if (error instanceof ServiceAway) return error;
      failures++;
      const pauseMs = Math.min(maxPauseMs, firstPauseMs * 2 ** (failures - 1));
      pausedUntil = now() + Math.max(pauseMs, retryAfterMs);
      trouble = isTimeout(error) ? `no answer within ${timeoutMs / 1000} seconds` : reason(error);
      return new ServiceAway(trouble, { cause: error });
    },
  };
}

/** Reads a TileJSON (https://github.com/mapbox/tilejson-spec). @throws when it leads to another origin */
function readDescription(bytes: Uint8Array, url: string) {
  let found: { tiles?: unknown; maxzoom?: unknown; attribution?: unknown } | null;
  try {
    found = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    throw new Error('its description of the tiles is not JSON');
  }
  const template = Array.isArray(found?.tiles) ? found.tiles[0] : undefined;
  if (typeof template !== 'string' || !isTileTemplate(template)) throw new Error('its description names no tiles');
  if (new URL(template).origin !== new URL(url).origin) {
    throw new Error(`its tiles are at ${new URL(template).origin}; name their address in MAP_TILES_URL`);
  }
  const text =
    typeof found?.attribution === 'string' ? plainText(found.attribution.replaceAll('&copy;', '©')).slice(0, 200) : '';
  return {
    template,
    maxZoom: typeof found?.maxzoom === 'number' ? found.maxzoom : Number.POSITIVE_INFINITY,
    attribution: text === '' ? null : text,
  };
}

/** Tells whether an address is a web address with places for zoom, column and row. */
function isTileTemplate(address: string): boolean {
  return URL.canParse(address) && ['{z}', '{x}', '{y}'].every((name) => address.includes(name));
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError');
}

/** undici says only 'fetch failed'; the cause says what happened. */
function reason(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return describeError(cause);
}

function retryAfter(response: Response): number {
  const seconds = Number(response.headers.get('retry-after'));
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(maxRetryAfterMs, seconds * 1000) : 0;
}
