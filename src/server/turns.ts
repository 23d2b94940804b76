/** Refuses a caller: the queue is full, or its turn did not come in time. */
export class Crowded extends Error {}

/** Runs up to `max` pieces of work at once. The others wait for their turn, first come, first served. */
export class Turns {
  #free: number;
  readonly #maxWaiting: number;
  readonly #maxWaitMs: number;
  readonly #waiting = new Set<() => void>();

  constructor(max: number, maxWaiting: number, maxWaitMs = Number.POSITIVE_INFINITY) {
    this.#free = max;
    this.#maxWaiting = maxWaiting;
    this.#maxWaitMs = maxWaitMs;
  }

  /** @throws Crowded */
  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free--;
    else if (this.#waiting.size >= this.#maxWaiting) throw new Crowded('too many wait for their turn');
    else await this.#wait();
    try {
      return await work();
    } finally {
      const [next] = this.#waiting;
      if (next) next();
      else this.#free++;
    }
  }

  #wait(): Promise<void> {
    return new Promise((resolve, reject) => {
      let timer: NodeJS.Timeout | undefined;
      const begin = () => {
        clearTimeout(timer);
        this.#waiting.delete(begin);
        resolve();
      };
      this.#waiting.add(begin);
      if (this.#maxWaitMs === Number.POSITIVE_INFINITY) return;
      timer = setTimeout(() => {
        this.#waiting.delete(begin);
        reject(new Crowded('its turn did not come in time'));
      }, this.#maxWaitMs);
    });
  }
}
