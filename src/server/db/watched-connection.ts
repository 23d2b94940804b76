/** A connection that knows how long it has been waiting for the database, and can be cut. */
import { Client, type ClientConfig } from 'pg';
import { beginSpan, isTracing, type SpanStart } from '#server/tracing/spans.ts';

interface ConnectionWatcher {
  connections: Set<WatchedConnection>;
  /** Why no connection may be made now; undefined: it may. */
  readonly refusal: Error | undefined;
  /** The connection could not be made, or broke. */
  suspect: () => void;
}

type Connected = (error: Error) => void;

export class WatchedConnection extends Client {
  readonly limitMs: number;
  /** Statements on their way, the making of the connection among them. */
  #underWay = 1;
  #since = performance.now();
  readonly #watcher: ConnectionWatcher;

  constructor(config: ClientConfig, limitMs: number, watcher: ConnectionWatcher) {
    super(config);
    this.limitMs = limitMs;
    this.#watcher = watcher;
    let isConnected = false;
    watcher.connections.add(this);
    this.once('connect', () => {
      isConnected = true;
      this.#settle();
    });
    this.once('end', () => {
      watcher.connections.delete(this);
      if (!isConnected) watcher.suspect();
    });
    this.on('error', watcher.suspect);
    const ask = this.query as (...given: unknown[]) => unknown;
    this.query = ((...given: unknown[]) => this.#timed(ask, given)) as Client['query'];
  }

  override connect(): Promise<Client>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<Client> | undefined {
    const { refusal, connections } = this.#watcher;
    // Callers that wait in the pool's line when the database goes away are told one after the other in this way.
    if (refusal) connections.delete(this);
    if (callback === undefined) return refusal ? Promise.reject(refusal) : super.connect();
    if (refusal) process.nextTick(callback, refusal);
    else super.connect(callback);
    return undefined;
  }

  /** The time for which the running statement has had no answer; 0 without one. */
  waitingMs(now: number): number {
    return this.#underWay === 0 ? 0 : now - this.#since;
  }

  /**
   * Closes the connection without a word. Its statements fail, and the pool never hands it out again, so a late answer
   * reaches nobody.
   */
  cut(reason: string): void {
    this.connection.stream.destroy(new Error(`Connection terminated: ${reason}`));
  }

  #settle(): void {
    this.#underWay--;
    this.#since = performance.now();
  }

  /** A statement with a callback, as the pool sends it, or with a promise. Streams are left to those who read them. */
  #timed(ask: (...given: unknown[]) => unknown, given: unknown[]): unknown {
    const callback = given.at(-1);
    const span = isTracing() ? beginSpan(describe(given[0])) : undefined;
    const settle = (error?: unknown) => {
      this.#settle();
      span?.end(error ?? undefined);
    };
    if (this.#underWay++ === 0) this.#since = performance.now();
    if (typeof callback === 'function') {
      const told = (...answer: unknown[]) => {
        settle(answer[0]);
        callback(...answer);
      };
      return ask.call(this, ...given.slice(0, -1), told);
    }
    const answer = ask.apply(this, given);
    if (answer instanceof Promise) answer.then(() => settle(), settle);
    else settle();
    return answer;
  }
}

/** The statement as it was prepared: its values stay out of the collector. */
function describe(statement: unknown): SpanStart {
  const text = typeof statement === 'string' ? statement : String((statement as { text?: unknown } | null)?.text ?? '');
  const operation = /^\s*(\w+)/.exec(text)?.[1]?.toUpperCase() ?? 'QUERY';
  const attributes = { 'db.system.name': 'postgresql', 'db.operation.name': operation, 'db.query.text': text };
  return { name: operation, kind: 'call', attributes };
}
