/** Heavy work in single file: what cannot soon have its turn is refused, so that no crowd can pile up in memory. */
import { Problem } from '#shared/problem.ts';

export interface SingleFile {
  /** Waits for a turn; the answer ends it and must be called. @throws Problem unavailable when too many wait */
  enter: () => Promise<() => void>;
}

/** @param maxWaiting how many may wait while one works */
export function singleFile(maxWaiting: number): SingleFile {
  const waiting: (() => void)[] = [];
  let isBusy = false;
  const leave = () => {
    const next = waiting.shift();
    if (next) next();
    else isBusy = false;
  };
  const turn = () => {
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      leave();
    };
  };
  return {
    enter: () => {
      if (!isBusy) {
        isBusy = true;
        return Promise.resolve(turn());
      }
      if (waiting.length >= maxWaiting) {
        const refusal = new Problem('unavailable', 'Too many ask for this at once. Please try again in a moment.', {
          retryAfterSeconds: 5,
        });
        return Promise.reject(refusal);
      }
      return new Promise((resolve) => waiting.push(() => resolve(turn())));
    },
  };
}
