/**
 * Decides which beacons count: those from a browser on one of our pages, each thing once in half an hour, and
 * a limited number per address. Visitors are told apart by keyed hashes, which never leave this process's
 * memory and are forgotten within the hour.
 */
import { createHmac, randomBytes } from 'node:crypto';
import { addressGroup } from '#server/http/client-address.ts';
import { minuteMs } from '#shared/times.ts';

const windowMs = 30 * minuteMs;
/** Per address and window: a full reading room counts, a program that reloads all day does not. */
const maxByAddress = 400;
/** Hashes kept; when a crowd makes more, the window ends early. */
const maxKept = 200_000;

/** Programs that name themselves, and browsers without a person. */
const robots =
  /(?<!cu)bot\b|bot\/|crawl|spider|slurp|headless|lighthouse|preview|monitor|curl|wget|python|\bjava\/|http|scan|archiv|facebookexternal|phantom|selenium|playwright|puppeteer/i;

export function isRobot(userAgent: string | null): boolean {
  return userAgent === null || !userAgent.startsWith('Mozilla/') || robots.test(userAgent);
}

interface Visit {
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

  /** @param what names the thing and the action: the same within half an hour counts once */
  counts({ headers, clientAddress, now }: Visit, what: string): boolean {
    const userAgent = headers.get('user-agent');
    // Browsers send the beacon's origin; an earlier check compared it with this site.
    if (headers.get('origin') === null || isRobot(userAgent)) return false;
    this.#turn(now().getTime());
    const address = addressGroup(clientAddress);
    const visitor = this.#hash(`${address}\n${userAgent}\n${what}`);
    if (this.#seen.has(visitor) || this.#seenBefore.has(visitor)) return false;
    const place = this.#hash(address);
    const used = this.#byAddress.get(place) ?? 0;
    if (used >= maxByAddress) return false;
    this.#byAddress.set(place, used + 1);
    this.#seen.add(visitor);
    return true;
  }

  #turn(nowMs: number): void {
    const age = nowMs - this.#startedAt;
    if (age < windowMs && age >= 0 && this.#seen.size < maxKept) return;
    this.#seenBefore = age < 2 * windowMs ? this.#seen : new Set();
    this.#seen = new Set();
    this.#byAddress = new Map();
    this.#startedAt = nowMs;
  }

  #hash(text: string): string {
    return createHmac('sha256', this.#key).update(text).digest('base64url').slice(0, 22);
  }
}

/** One guard for the whole process. */
export const visitGuard = new VisitGuard();
