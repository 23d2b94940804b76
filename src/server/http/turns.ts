/** So many wait that whoever comes now, or has waited until now, is not there for the answer. */
export class Crowded extends Error {}

/** Lets so much work go on at once; the rest waits for its turn in the order in which it came. */
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
