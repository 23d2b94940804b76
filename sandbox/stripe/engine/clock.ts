/** The sandbox's time: the machine's own, which a control route can move forward, and test clocks that stand still until advanced. */
import { invalidRequest } from './errors.ts';
import type { Store } from './store.ts';

/** Null is the wall clock. */
export type ClockId = string | null;

/** A resource whose objects change by themselves when time passes, such as subscriptions. */
export interface TimeDriven {
  /** When, in seconds, the next of its objects on that clock is due; undefined: none. */
  nextDue(clock: ClockId): number | undefined;
  /** Brings up to date everything on that clock that is due at `now`. Afterwards `nextDue` must be later than `now`. */
  run(clock: ClockId, now: number): void;
}

/** How often the wall clock is looked at, however far the next due thing is. */
const longestPauseMs = 60_000;

export class Clock {
  /** How far the wall clock was moved forward. */
  offsetSeconds = 0;
  private readonly driven: TimeDriven[] = [];
  private timer: NodeJS.Timeout | undefined;
  /** While an advance works its way forward: the moment it has come to. */
  private movingAt: number | undefined;

  private readonly store: Store;

  constructor(store: Store) {
    this.store = store;
  }

  add(driven: TimeDriven): void {
    this.driven.push(driven);
  }

  /** In seconds, as all of Stripe's times. */
  now(clock: ClockId = null): number {
    if (clock !== null) return this.store.testClocks.get(clock).frozen_time;
    return this.movingAt ?? Math.floor(Date.now() / 1000) + this.offsetSeconds;
  }

  /** The time that counts for a customer's objects. */
  nowFor(customerId: string | null | undefined): number {
    return this.now(this.clockOf(customerId));
  }

  clockOf(customerId: string | null | undefined): ClockId {
    const clock = this.store.customers.find(customerId)?.test_clock ?? null;
    return clock !== null && this.store.testClocks.find(clock) ? clock : null;
  }

  private nextDue(clock: ClockId): number | undefined {
    const dues = this.driven.map((part) => part.nextDue(clock)).filter((due) => due !== undefined);
    return dues.length > 0 ? Math.min(...dues) : undefined;
  }

  /** Lets things happen one after the other, each at its own time, until `target`. */
  private passTime(clock: ClockId, target: number, setNow: (now: number) => void): void {
    let last = Number.NEGATIVE_INFINITY;
    let stuck = 0;
    for (;;) {
      const due = this.nextDue(clock);
      if (due === undefined || due > target) break;
      stuck = due <= last ? stuck + 1 : 0;
      if (stuck > 100) throw new Error(`something is due at ${due} again and again`);
      last = Math.max(due, last);
      const now = Math.max(due, this.now(clock));
      setNow(now);
      for (const part of this.driven) part.run(clock, now);
    }
    setNow(target);
  }

  /** Moves a test clock to `target`; the caller has checked that it is later. */
  advanceTestClock(id: string, target: number): void {
    const clock = this.store.testClocks.get(id);
    this.passTime(id, target, (now) => {
      clock.frozen_time = now;
    });
  }

  /** Moves the wall clock forward, for everything that hangs on no test clock. */
  advanceWallClock(seconds: number): void {
    if (!(seconds > 0)) throw invalidRequest('Time only moves forward.', { param: 'seconds' });
    const target = this.now() + seconds;
    try {
      this.passTime(null, target, (now) => {
        this.movingAt = now;
      });
    } finally {
      this.movingAt = undefined;
      this.offsetSeconds += seconds;
    }
  }

  /** What became due on the wall clock meanwhile. */
  catchUp(): void {
    try {
      this.passTime(null, this.now(), (now) => {
        this.movingAt = now;
      });
    } finally {
      this.movingAt = undefined;
    }
  }

  /** Looks after the wall clock by itself from now on. */
  start(whenDue: () => void): void {
    const wait = () => {
      const due = this.nextDue(null);
      const pauseMs = due === undefined ? longestPauseMs : (due - this.now()) * 1000;
      this.timer = setTimeout(
        () => {
          const next = this.nextDue(null);
          if (next !== undefined && next <= this.now()) whenDue();
          wait();
        },
        Math.min(longestPauseMs, Math.max(250, pauseMs)),
      );
      this.timer.unref();
    };
    clearTimeout(this.timer);
    wait();
  }

  stop(): void {
    clearTimeout(this.timer);
  }
}
