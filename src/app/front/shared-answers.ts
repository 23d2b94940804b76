/**
 * Answers that nearly every page reads, such as the town's facts: requested every few seconds, not for each
 * page.
 */

export interface SharedAnswer {
  answer: unknown;
  headers: Headers;
  tags: readonly string[];
}

/**
 * A stored page's maximum age is shorter by this much, because its parts may be this old (web-process.ts).
 */
export const sharedMaxAgeMs = 5_000;
const maxKept = 100;

export class SharedAnswers {
  readonly #kept = new Map<string, SharedAnswer & { readAt: number }>();
  /** Counts drops: an answer that was requested before one may be outdated. */
  #drops = 0;

  find(path: string): SharedAnswer | undefined {
    const kept = this.#kept.get(path);
    return kept && performance.now() - kept.readAt <= sharedMaxAgeMs ? kept : undefined;
  }

  /**
   * Call it before the request; the returned function stores the answer, unless something has changed since.
   */
  begin(path: string): (answer: SharedAnswer) => void {
    const begun = this.#drops;
    const readAt = performance.now();
    return (answer) => {
      // There is no limit to paths with a query.
      if (begun !== this.#drops || answer.tags.length === 0 || path.includes('?')) return;
      if (this.#kept.size >= maxKept) this.#kept.clear();
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
