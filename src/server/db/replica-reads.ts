/**
 * Reads that may be a second old: from a replica, wherever it has all that they need. Each connection leads to one replica, which is asked
 * how far it has come; without that, or when it does not answer, the primary answers in its place
 * (docs/decisions/0040-cluster.md).
 */
import type { Pool, PoolClient } from 'pg';
import { describeError, log } from '#server/log.ts';
import { createDatabase, type Database, type DatabaseClient, queriesOn } from './client.ts';
import { NeededPosition, parsePosition } from './needed-position.ts';

export interface ReplicaReads {
  db: Database;
  /** Call it for each change that this process hears of: what is read from now on has it. */
  noteChange: () => void;
  /** False while reads go to the primary because the replica is away or too far behind. */
  isUsed: () => boolean;
  /** Counts of the statements that each of them has answered. */
  answered: Record<'replica' | 'primary', number>;
  close: () => Promise<void>;
}

interface Options {
  url: string;
  primary: DatabaseClient;
  /** Max connections at once. */
  max: number;
}

/** So long a replica that has not come far enough is left alone. */
const pauseMs = 100;
/** A statement that was stopped for its length would take as long on the primary. */
const tooLong = '57014';
const askPosition = 'select case when pg_is_in_recovery() then pg_last_wal_replay_lsn() end as position';

type Trouble = 'behind' | 'no replica';
const troubles: Record<Trouble, string> = {
  behind: 'the replica is too far behind: its reads go to the primary until it has caught up',
  'no replica': 'DATABASE_READ_URL leads to a server that is no replica: its reads go to the primary',
};

/** Stands in for a pool where drizzle sends statements that only read. */
class RoutedPool {
  readonly answered = { replica: 0, primary: 0 };
  readonly #primary: Pool;
  readonly #replica: DatabaseClient;
  readonly #needed: NeededPosition;
  readonly #positions = new WeakMap<PoolClient, bigint>();
  #pausedUntil = 0;
  #trouble: Trouble | undefined;

  constructor(primary: Pool, replica: DatabaseClient, needed: NeededPosition) {
    this.#primary = primary;
    this.#replica = replica;
    this.#needed = needed;
  }

  get isUsed(): boolean {
    return this.#trouble === undefined && !this.#replica.isAway();
  }

  /** A transaction may write. */
  connect(): Promise<PoolClient> {
    return this.#primary.connect();
  }

  async query(...statement: unknown[]): Promise<unknown> {
    const client = await this.#currentReplica();
    if (client !== undefined) {
      try {
        const answer = await this.#ask(client, statement);
        client.release();
        this.answered.replica++;
        return answer;
      } catch (error) {
        client.release(true);
        if ((error as { code?: string }).code === tooLong) throw error;
        // The connection broke, or the replica needed the rows' place. It was a read, so it may be asked again.
        log.debug({ part: 'database', reason: describeError(error) }, 'a read of the replica goes to the primary');
      }
    }
    this.answered.primary++;
    return this.#ask(this.#primary, statement);
  }

  #ask(of: Pool | PoolClient, statement: unknown[]): Promise<unknown> {
    return (of.query as (...given: unknown[]) => Promise<unknown>)(...statement);
  }

  /** A connection to a replica that has come far enough; undefined: there is none. */
  async #currentReplica(): Promise<PoolClient | undefined> {
    const needed = this.#needed.now;
    if (needed === undefined || performance.now() < this.#pausedUntil) return undefined;
    const client = await this.#replica.pool.connect().catch(() => undefined);
    if (client === undefined) return undefined;
    if ((this.#positions.get(client) ?? -1n) >= needed.position) return client;
    const reached = await this.#readPosition(client);
    if (reached === undefined) return undefined;
    if (reached >= needed.position) {
      this.#note(undefined);
      return client;
    }
    client.release();
    this.#pausedUntil = performance.now() + pauseMs;
    // The replica may lack the last change for a moment, and must have older ones.
    if (reached < needed.floor) this.#note('behind');
    return undefined;
  }

  async #readPosition(client: PoolClient): Promise<bigint | undefined> {
    try {
      const { rows } = await client.query<{ position: string | null }>(askPosition);
      const position = rows[0]?.position;
      if (typeof position === 'string') {
        this.#positions.set(client, parsePosition(position));
        return parsePosition(position);
      }
      this.#note('no replica');
      this.#pausedUntil = performance.now() + pauseMs;
    } catch {
      // The watch of the replica's connections finds out why.
    }
    client.release(true);
    return undefined;
  }

  #note(trouble: Trouble | undefined): void {
    if (trouble === this.#trouble) return;
    if (trouble !== undefined) log.warn({ part: 'database' }, troubles[trouble]);
    else log.info({ part: 'database' }, 'the replica is up to date: reads go to it again');
    this.#trouble = trouble;
  }
}

export function createReplicaReads({ url, primary, max }: Options): ReplicaReads {
  const replica = createDatabase(url, { max, name: 'reads', isReplica: true });
  const needed = new NeededPosition(primary);
  const pool = new RoutedPool(primary.pool, replica, needed);
  return {
    db: queriesOn(pool as unknown as Pool),
    noteChange: () => needed.noteChange(),
    isUsed: () => pool.isUsed,
    answered: pool.answered,
    close: () => {
      needed.close();
      return replica.close();
    },
  };
}
