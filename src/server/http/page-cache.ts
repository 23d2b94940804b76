/**
 * Stored answers as compressed bytes: looked up before anything else runs, dropped by tag when their data
 * changes, and never served older than maxAgeMs while the site can make new ones.
 */

import { Crowded, Turns } from '#server/turns.ts';
import type { Encoding } from './accepted-encoding.ts';
import { type Whole, wholeAnswer } from './send-whole.ts';
import {
  type FreshPage,
  markOf,
  packAtOnce,
  packBest,
  packGzip,
  pickEncoding,
  type StoredBody,
  type StoredPage,
  storedBody,
  storedPage,
  unpacked,
} from './stored-page.ts';

interface Making {
  page: Promise<StoredPage>;
  /** For each waiting client, whether it is still there. */
  asking: (() => boolean)[];
}

interface PageCacheOptions {
  maxBytes: number;
  maxAgeMs: number;
  /** The server's setting, which the head of an answer states. */
  keepAliveTimeoutMs: number;
  now?: () => number;
}

const hitsBeforeBestCompression = 3;
/**
 * Pages made at once. A few keep processor and database busy. The data of more pages would only outlive V8's
 * young generation; collecting it in the old one takes a fifth more time and 60 MB.
 */
const maxMade = 5;
/** Some five seconds of pages on a small machine. */
const maxWaiting = 1_000;
/** Nobody waits longer for a turn, however slow the pages before are. */
const maxWaitMs = 5_000;
/** One answer may take this share of the space; a larger one is not stored. */
const maxShare = 1 / 8;

export class PageCache {
  readonly #pages = new Map<string, StoredPage>();
  readonly #keysByTag = new Map<string, Set<string>>();
  readonly #making = new Map<string, Making>();
  readonly #turns = new Turns(maxMade, maxWaiting, maxWaitMs);
  readonly #options: PageCacheOptions;
  readonly #now: () => number;
  #bytes = 0;
  #hits = 0;
  #misses = 0;
  /**
   * Counts drops; together with the two fields below it tells whether a page's data changed while it was
   * made.
   */
  #drops = 0;
  readonly #droppedTags = new Map<string, number>();
  #droppedAll = 0;
  #underWay = 0;

  constructor(options: PageCacheOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
  }

  get state(): { pages: number; bytes: number; hits: number; misses: number } {
    return { pages: this.#pages.size, bytes: this.#bytes, hits: this.#hits, misses: this.#misses };
  }

  /** A page that is young enough to serve, or undefined. */
  find(key: string): StoredPage | undefined {
    const page = this.#pages.get(key);
    if (page === undefined) return undefined;
    const now = this.#now();
    if (now - page.storedAt > this.#options.maxAgeMs || now >= page.expiresAt) return undefined;
    this.#hits++;
    page.hits++;
    page.isWanted = true;
    if (page.hits >= hitsBeforeBestCompression && !page.isBestCompressed) void this.#compressBest(key, page);
    return page;
  }

  /** The bytes of a found page with their head, at most a second old. */
  whole(key: string, page: StoredPage, body: StoredBody): Whole {
    const now = this.#now();
    const ready = body.whole;
    if (ready !== undefined && ready.second === Math.floor(now / 1000)) return ready;
    const { keepAliveTimeoutMs } = this.#options;
    const whole = wholeAnswer({
      status: page.status,
      headers: body.headers,
      body: body.bytes,
      keepAliveTimeoutMs,
      now,
    });
    body.whole = whole;
    body.bytes = whole.bytes.subarray(whole.bodyAt);
    if (ready === undefined) this.#grow(key, page, whole.bodyAt);
    return whole;
  }

  /** The whole answer for a client with this Accept-Encoding header. Where it is not ready, nothing is counted. */
  findWhole(key: string, acceptEncoding: string | undefined): Whole | undefined {
    const stored = this.#pages.get(key);
    const body = stored?.bodies[pickEncoding(stored, acceptEncoding)];
    const page = body && this.find(key);
    return page && this.whole(key, page, body);
  }

  /** A page of any age, for when the site cannot make a new one. */
  findStale(key: string): StoredPage | undefined {
    return this.#pages.get(key);
  }

  /**
   * Makes a page once for all who ask at the same time. `make` returns pages without tags when they must not
   * be stored.
   * @param isWaiting whether the client is still there when its turn comes
   * @throws Crowded, also when every client has left
   */
  make(key: string, make: () => Promise<FreshPage>, isWaiting = () => true): Promise<StoredPage> {
    const running = this.#making.get(key);
    if (running) {
      running.asking.push(isWaiting);
      return running.page;
    }
    this.#misses++;
    const asking = [isWaiting];
    const page = this.#turns
      .take(() => {
        if (!asking.some((isThere) => isThere())) throw new Crowded('nobody waits for this page any more');
        return this.#makeNow(key, make);
      })
      .finally(() => {
        if (this.#making.get(key)?.page === page) this.#making.delete(key);
      });
    this.#making.set(key, { page, asking });
    return page;
  }

  async #makeNow(key: string, make: () => Promise<FreshPage>): Promise<StoredPage> {
    this.#underWay++;
    const begun = this.#drops;
    try {
      const fresh = await make();
      const page = storedPage(fresh, this.#now());
      if (fresh.status < 500 && fresh.tags.length > 0 && !this.#changedSince(begun, fresh.tags)) this.#store(key, page);
      return page;
    } finally {
      this.#underWay--;
      if (this.#underWay === 0) this.#droppedTags.clear();
    }
  }

  /** The page's bytes in an encoding; compressed on first use. */
  async body(key: string, page: StoredPage, encoding: Encoding): Promise<StoredBody> {
    const ready = page.bodies[encoding];
    if (ready) return ready;
    const bytes = page.plain ?? (await unpacked(page));
    page.mark ??= markOf(bytes);
    const pace = this.#making.size > 0 ? 'hurried' : 'unhurried';
    const packed =
      encoding === 'identity' ? bytes : encoding === 'br' ? packAtOnce(bytes, pace) : await packGzip(bytes);
    // Another request may have made it in the meantime.
    const made = page.bodies[encoding];
    if (made) return made;
    const body = storedBody(packed, encoding, page.mark, page.headers);
    // For the rare client without compression, the page is unpacked each time.
    if (encoding === 'identity' && page.plain === undefined) return body;
    page.bodies[encoding] = body;
    if (encoding === 'identity') return body;
    const dropped = encoding === 'br' ? page.plain : undefined;
    if (dropped) {
      page.plain = undefined;
      delete page.bodies.identity;
    }
    this.#grow(key, page, packed.length - (dropped?.length ?? 0));
    return body;
  }

  dropTags(tags: readonly string[]): void {
    this.#drops++;
    // Later requests must not get data from before the change.
    this.#making.clear();
    for (const tag of tags) {
      if (this.#underWay > 0) this.#droppedTags.set(tag, this.#drops);
      for (const key of [...(this.#keysByTag.get(tag) ?? [])]) this.#remove(key);
    }
  }

  /**
   * Nobody knows which pages are still true, so none is served while the site can make new ones. They stay
   * for `findStale`, because the database may go away again.
   */
  expireAll(): void {
    this.#drops++;
    this.#droppedAll = this.#drops;
    this.#making.clear();
    for (const page of this.#pages.values()) page.storedAt = Number.NEGATIVE_INFINITY;
  }

  #changedSince(begun: number, tags: readonly string[]): boolean {
    return this.#droppedAll > begun || tags.some((tag) => (this.#droppedTags.get(tag) ?? 0) > begun);
  }

  #store(key: string, page: StoredPage): void {
    this.#remove(key);
    if (page.size > this.#options.maxBytes * maxShare) return;
    this.#pages.set(key, page);
    this.#bytes += page.size;
    for (const tag of page.tags) {
      const keys = this.#keysByTag.get(tag) ?? new Set();
      keys.add(key);
      this.#keysByTag.set(tag, keys);
    }
    this.#makeRoom();
  }

  /**
   * The oldest pages go first, but a requested page is put back once, so that a crowd of strangers cannot
   * push it out.
   */
  #makeRoom(): void {
    for (const [key, page] of this.#pages) {
      if (this.#bytes <= this.#options.maxBytes) return;
      if (page.isWanted) {
        page.isWanted = false;
        this.#pages.delete(key);
        this.#pages.set(key, page);
      } else this.#remove(key);
    }
  }

  #grow(key: string, page: StoredPage, bytes: number): void {
    page.size += bytes;
    if (this.#pages.get(key) !== page) return;
    this.#bytes += bytes;
    this.#makeRoom();
  }

  #remove(key: string): void {
    const page = this.#pages.get(key);
    if (page === undefined) return;
    this.#pages.delete(key);
    this.#bytes -= page.size;
    for (const tag of page.tags) {
      const keys = this.#keysByTag.get(tag);
      keys?.delete(key);
      if (keys?.size === 0) this.#keysByTag.delete(tag);
    }
  }

  /** For pages that stay in the cache. */
  async #compressBest(key: string, page: StoredPage): Promise<void> {
    const { mark } = page;
    const old = page.bodies.br;
    if (old === undefined || mark === undefined) return;
    page.isBestCompressed = true;
    const plain = page.plain ?? (await unpacked(page));
    const bytes = await packBest(plain);
    if (this.#pages.get(key) !== page || bytes.length >= old.bytes.length) return;
    page.bodies.br = storedBody(bytes, 'br', mark, page.headers);
    this.#grow(key, page, bytes.length - old.bytes.length - (old.whole?.bodyAt ?? 0));
  }
}
