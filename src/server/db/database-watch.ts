/**
 * Knows whether the database answers, so that no request waits for a database that does not.
 *
 * A connection that waits longer than a second for an answer, or breaks, makes the watch ask the database itself: one
 * `select 1` on a connection of its own, never two at once. When that gets an answer, the statement is only slow and goes on.
 * When it does not, the database counts as away: every connection is closed, so all that wait are told at once, and new
 * statements are refused at once until the probe, which goes on asking, gets an answer.
 */
import { Client } from 'pg';
import { faultLevel } from '#server/being-set-up.ts';
import { describeError, log } from '#server/log.ts';
import type { WatchedConnection } from './watched-connection.ts';

/** A statement that was not sent, because the database is away or too many statements wait. Nothing was changed. */
export class DatabaseRefusal extends Error {
  override name = 'DatabaseRefusal';
  readonly code = 'DATABASE_AWAY';
}

const lookEveryMs = 250;

interface Watched {
  /** For the log: 'the … does not answer'. */
  name: string;
  whileAway: string;
  /** A statement without an answer for this long makes the watch ask. */
  suspiciousMs: number;
  /** The probe's time limit: while the server counts as up, and once it is away. Long enough for a busy machine. */
  probeLimitMs: { up: number; away: number };
}

export const watchedDatabase: Watched = {
  name: 'database',
  whileAway: 'statements are refused until it does',
  suspiciousMs: 1_000,
  probeLimitMs: { up: 2_500, away: 5_000 },
};
/** A replica counts as away sooner: a read that waits for it is asked of the primary afterwards. */
export const watchedReplica: Watched = {
  name: 'replica',
  whileAway: 'its reads go to the primary until it does',
  suspiciousMs: 500,
  probeLimitMs: { up: 1_000, away: 5_000 },
};

export class DatabaseWatch {
  readonly connections = new Set<WatchedConnection>();
  readonly #url: string;
  readonly #watched: Watched;
  readonly #look: NodeJS.Timeout;
  #awaySince: number | undefined;
  #reason = '';
  #isProbing = false;
  #answeredAt = Number.NEGATIVE_INFINITY;
  #isClosed = false;

  constructor(url: string, watched: Watched) {
    this.#url = url;
    this.#watched = watched;
    this.#look = setInterval(() => this.#lookForSilence(), lookEveryMs).unref();
  }

  /** undefined: statements may be sent. */
  get refusal(): DatabaseRefusal | undefined {
    return this.#awaySince === undefined
      ? undefined
      : new DatabaseRefusal(`the ${this.#watched.name} is away: ${this.#reason}`);
  }

  /** True while the database is away or is being checked. */
  get isInDoubt(): boolean {
    return this.#isProbing || this.#awaySince !== undefined;
  }

  /** Call it when a connection has failed: checks whether the database is away. */
  readonly suspect = (): void => {
    if (!this.#isProbing && this.#awaySince === undefined && !this.#isClosed) void this.#probe();
  };

  close(): void {
    this.#isClosed = true;
    clearInterval(this.#look);
  }

  #lookForSilence(): void {
    const now = performance.now();
    const { suspiciousMs } = this.#watched;
    let isSilent = false;
    for (const connection of this.connections) {
      const waitingMs = connection.waitingMs(now);
      if (waitingMs > connection.limitMs) connection.cut(`no answer within ${connection.limitMs / 1000} s`);
      else if (waitingMs > suspiciousMs) isSilent = true;
    }
    // A slow statement is no reason to ask four times a second.
    if (isSilent && now - this.#answeredAt > suspiciousMs) this.suspect();
  }

  async #probe(): Promise<void> {
    this.#isProbing = true;
    try {
      const reason = await whyNoAnswer(this.#url, this.#watched.probeLimitMs.up);
      if (reason === undefined) this.#answeredAt = performance.now();
      else await this.#waitUntilBack(reason);
    } finally {
      this.#isProbing = false;
    }
  }

  async #waitUntilBack(firstReason: string): Promise<void> {
    const since = performance.now();
    this.#awaySince = since;
    this.#reason = firstReason;
    const { name, whileAway } = this.#watched;
    log[faultLevel('error')]({ part: 'database', reason: firstReason }, `the ${name} does not answer: ${whileAway}`);
    for (const connection of this.connections) connection.cut(firstReason);
    while (!this.#isClosed) {
      await new Promise((resolve) => setTimeout(resolve, lookEveryMs).unref());
      const reason = await whyNoAnswer(this.#url, this.#watched.probeLimitMs.away);
      if (reason === undefined) break;
      this.#reason = reason;
    }
    this.#awaySince = undefined;
    this.#answeredAt = performance.now();
    const seconds = Math.round((performance.now() - since) / 100) / 10;
    if (!this.#isClosed) log.info({ part: 'database', seconds }, `the ${name} answers again`);
  }
}

/** Undefined when the database answers. Without a free connection for us it answers others, and counts as there. */
async function whyNoAnswer(url: string, limitMs: number): Promise<string | undefined> {
  const client = new Client({ connectionString: url, application_name: 'alameda probe' });
  client.on('error', () => undefined);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => {
      // After a pause of this process itself the answer may be there already, unread.
      setImmediate(() => setImmediate(() => resolve(`no answer within ${limitMs / 1000} s`)));
    }, limitMs).unref();
  });
  const asked = client
    .connect()
    .then(() => client.query('select 1'))
    .then(
      () => undefined,
      (error: unknown) => ((error as { code?: string }).code === '53300' ? undefined : describeError(error)),
    );
  try {
    return await Promise.race([asked, late]);
  } finally {
    clearTimeout(timer);
    client.connection.stream.destroy();
  }
}
