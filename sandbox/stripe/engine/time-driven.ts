/** Work that is due at a moment of a clock. */
import type { ClockId, TimeDriven } from './clock.ts';

export interface Due {
  at: number;
  run: () => void;
}

export const earliest = (dues: Due[]): Due | undefined =>
  dues.reduce<Due | undefined>((first, due) => (first === undefined || due.at < first.at ? due : first), undefined);

/** Runs what `next` returns, one after the other, as long as it is due. */
export function timeDriven(next: (clock: ClockId) => Due | undefined): TimeDriven {
  return {
    nextDue: (clock) => next(clock)?.at,
    run(clock, now) {
      for (let due = next(clock); due !== undefined && due.at <= now; due = next(clock)) due.run();
    },
  };
}
