/** Answers that nearly every page reads, such as the town's facts: asked once every few seconds and not for each page. */

export interface SharedAnswer {
  answer: unknown;
  headers: Headers;
  tags: readonly string[];
}

/** A page is stored as much shorter as its parts may be older (web-process.ts). */
export const sharedMaxAgeMs = 5_000;
const mostKept = 100;

export class SharedAnswers {
  readonly #kept = new Map<string, SharedAnswer & { readAt: number }>();
  /** Counts drops: what was read before one may be from before the change. */
  #drops = 0;

  find(path: string): SharedAnswer | undefined {
    const kept = this.#kept.get(path);
    return kept && performance.now() - kept.readAt <= sharedMaxAgeMs ? kept : undefined;
  }

  /** Begin before asking; the function that comes back keeps the answer, unless something changed meanwhile. */
  begin(path: string): (answer: SharedAnswer) => void {
    const begun = this.#drops;
    const readAt = performance.now();
    return (answer) => {
      // A path with a query is one of countless.
      if (begun !== this.#drops || answer.tags.length === 0 || path.includes('?')) return;
      if (this.#kept.size >= mostKept) this.#kept.clear();
      this.#kept.set(path, { ...answer, readAt });
    };
  }

  dropTags(tags: readonly string[]): void {
    this.#drops++;
    for (const [path, kept] of this.#kept) if (kept.tags.some((tag) => tags.includes(tag))) this.#kept.delete(path);
  }

  dropAll(): void {
    this.#drops++;
    this.#kept.clear();
  }
}
