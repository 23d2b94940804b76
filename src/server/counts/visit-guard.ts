/**
 * Which beacons count: those of a browser on one of our pages, each thing once in half an hour, and only so many from one
 * address. Visitors are told apart by keyed hashes that never leave this process's memory and are forgotten within the hour.
 */
import { createHmac, randomBytes } from 'node:crypto';
import { addressGroup } from '#server/http/client-address.ts';

const windowMs = 30 * 60_000;
/** From one address in one window: a full reading room counts, a program that reloads all day does not. */
const mostByAddress = 400;
/** Hashes kept; when a crowd makes more, the window is cut short. */
const mostKept = 200_000;

/** Programs that say so, or that browse without anybody looking. */
const robots =
  /(?<!cu)bot\b|bot\/|crawl|spider|slurp|headless|lighthouse|preview|monitor|curl|wget|python|\bjava\/|http|scan|archiv|facebookexternal|phantom|selenium|playwright|puppeteer/i;

export function isRobot(userAgent: string | null): boolean {
  return userAgent === null || !userAgent.startsWith('Mozilla/') || robots.test(userAgent);
}

export interface Visit {
  headers: Headers;
  clientAddress: string;
  now: () => Date;
}

export class VisitGuard {
  readonly #key = randomBytes(32);
  #startedAt = 0;
  #seen = new Set<string>();
  #seenBefore = new Set<string>();
  #byAddress = new Map<string, number>();

  /** @param what names the thing and what was done: the same twice in half an hour counts once */
  counts({ headers, clientAddress, now }: Visit, what: string): boolean {
    const userAgent = headers.get('user-agent');
    // Browsers say where a beacon comes from; that it is this site was looked at before.
    if (headers.get('origin') === null || isRobot(userAgent)) return false;
    this.#turn(now().getTime());
    const address = addressGroup(clientAddress);
    const visitor = this.#hash(`${address}\n${userAgent}\n${what}`);
    if (this.#seen.has(visitor) || this.#seenBefore.has(visitor)) return false;
    const place = this.#hash(address);
    const used = this.#byAddress.get(place) ?? 0;
    if (used >= mostByAddress) return false;
    this.#byAddress.set(place, used + 1);
    this.#seen.add(visitor);
    return true;
  }

  #turn(nowMs: number): void {
    const age = nowMs - this.#startedAt;
    if (age < windowMs && age >= 0 && this.#seen.size < mostKept) return;
    this.#seenBefore = age < 2 * windowMs ? this.#seen : new Set();
    this.#seen = new Set();
    this.#byAddress = new Map();
    this.#startedAt = nowMs;
  }

  #hash(text: string): string {
    return createHmac('sha256', this.#key).update(text).digest('base64url').slice(0, 22);
  }
}

/** One for the whole process. */
export const visitGuard = new VisitGuard();
