/**
 * Runs heavy work one at a time. A request that would wait too long is refused, so that no crowd piles up in
 * memory.
 */
import { Problem } from '#shared/problem.ts';

interface OneAtATime {
  /**
   * Waits for a turn. The returned function ends the turn and must be called. @throws Problem unavailable
   * when too many wait
   */
  enter: () => Promise<() => void>;
}

/** @param maxWaiting how many may wait while one works */
export function oneAtATime(maxWaiting: number): OneAtATime {
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
