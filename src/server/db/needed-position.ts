/**
 * The position in the primary's log that a replica must have reached before this process may read from it: behind the last change that
 * the process has heard of, and behind all that happened more than `maxLagMs` ago.
 */
import type { DatabaseClient } from './client.ts';

/** Reads are at most this old. */
const maxLagMs = 2_000;
const lookEveryMs = 500;

interface Needed {
  position: bigint;
  /** The part of it that is old; a replica that lacks it is too far behind. */
  floor: bigint;
}

/** '16/B374D848' as a number of bytes. */
export function parsePosition(text: string): bigint {
  const [high = '0', low = '0'] = text.split('/');
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}

export class NeededPosition {
  readonly #primary: DatabaseClient;
  readonly #look: NodeJS.Timeout;
  /** Positions of the primary, oldest first; only the first is older than `maxLagMs`. */
  #looks: { position: bigint; at: number }[] = [];
  /** Behind the last change; undefined: not known yet. */
  #change: bigint | undefined;
  #changes = 0;
  #isAsking = false;

  constructor(primary: DatabaseClient) {
    this.#primary = primary;
    this.#look = setInterval(() => void this.#ask(), lookEveryMs).unref();
    void this.#ask();
  }

  /**
   * Undefined: nobody knows, so only the primary may be asked. While the primary is away nothing changes, and any replica may
   * answer.
   */
  get now(): Needed | undefined {
    if (this.#primary.isAway()) return { position: 0n, floor: 0n };
    if (this.#change === undefined) return undefined;
    const oldest = this.#looks[0];
    const floor = oldest !== undefined && performance.now() - oldest.at >= maxLagMs ? oldest.position : 0n;
    return { position: this.#change > floor ? this.#change : floor, floor };
  }

  noteChange(): void {
    this.#changes++;
    this.#change = undefined;
    void this.#ask();
  }

  close(): void {
    clearInterval(this.#look);
  }

  async #ask(): Promise<void> {
    if (this.#isAsking) return;
    this.#isAsking = true;
    try {
      let asked = -1;
      // A change that was heard of meanwhile may be behind the answer.
      while (asked !== this.#changes) {
        asked = this.#changes;
        const at = performance.now();
        const { rows } = await this.#primary.pool.query<{ position: string }>(
          'select pg_current_wal_insert_lsn() as position',
        );
        this.#take(parsePosition(rows[0]?.position ?? '0/0'), at, asked);
      }
    } catch {
      // The primary is away, or being replaced: the next look asks again.
    } finally {
      this.#isAsking = false;
    }
  }

  #take(position: bigint, at: number, asked: number): void {
    // Another server is primary now, and has not come as far as the one before.
    if (position < (this.#looks.at(-1)?.position ?? 0n)) this.#looks = [];
    if (position < (this.#change ?? 0n)) this.#change = position;
    this.#looks.push({ position, at });
    while (this.#looks[1] !== undefined && at - this.#looks[1].at >= maxLagMs) this.#looks.shift();
    if (this.#change === undefined && asked === this.#changes) this.#change = position;
  }
}
