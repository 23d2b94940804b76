/**
 * The sandbox's time: the machine's clock, which a control route can move forward, and test clocks that stand
 * still until advanced.
 */
import { invalidRequest } from './errors.ts';
import type { Store } from './store.ts';

/** Null means the wall clock. */
export type ClockId = string | null;

/** A resource whose objects change when time passes, such as subscriptions. */
export interface TimeDriven {
  /** The time in seconds at which the next object on that clock is due; undefined when none is. */
  nextDue(clock: ClockId): number | undefined;
  /** Runs everything on that clock that is due at `now`. Afterwards `nextDue` must be later than `now`. */
  run(clock: ClockId, now: number): void;
}

/** The wall clock is checked at least this often, even when nothing is due for long. */
const maxPauseMs = 60_000;

export class Clock {
  /** Seconds by which the wall clock was moved forward. */
  offsetSeconds = 0;
  private readonly driven: TimeDriven[] = [];
  private timer: NodeJS.Timeout | undefined;
  /** The moment that a running advance has reached. */
  private movingAt: number | undefined;

  private readonly store: Store;

  constructor(store: Store) {
    this.store = store;
  }

  add(driven: TimeDriven): void {
    this.driven.push(driven);
  }

  /** The current time in seconds, the unit of all of Stripe's times. */
  now(clock: ClockId = null): number {
    if (clock !== null) return this.store.testClocks.get(clock).frozen_time;
    return this.movingAt ?? Math.floor(Date.now() / 1000) + this.offsetSeconds;
  }

  /** The current time on the clock of this customer. */
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

  /** Milliseconds until the next object is due by the wall clock; null when none is. */
  get msToNextDue(): number | null {
    const due = this.nextDue(null);
    return due === undefined ? null : Math.max(0, due - this.now()) * 1000;
  }

  /** Runs due events until `target`, one after the other, each at its own time. */
  private passTime(clock: ClockId, target: number, setNow: (now: number) => void): void {
    let last = Number.NEGATIVE_INFINITY;
    let stuck = 0;
    for (;;) {
      const due = this.nextDue(clock);
      if (due === undefined || due > target) break;
      stuck = due <= last ? stuck + 1 : 0;
      if (stuck > 100)
        throw new Error(`The same object stays due at ${due}: its run() does not move nextDue() forward`);
      last = Math.max(due, last);
      const now = Math.max(due, this.now(clock));
      setNow(now);
      for (const part of this.driven) part.run(clock, now);
    }
    setNow(target);
  }

  /** Moves a test clock to `target`; the caller has checked that `target` is later. */
  advanceTestClock(id: string, target: number): void {
    const clock = this.store.testClocks.get(id);
    this.passTime(id, target, (now) => {
      clock.frozen_time = now;
    });
  }

  /** Moves the wall clock forward, for everything without a test clock. */
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

  /** Runs everything that became due on the wall clock since the last call. */
  catchUp(): void {
    try {
      this.passTime(null, this.now(), (now) => {
        this.movingAt = now;
      });
    } finally {
      this.movingAt = undefined;
    }
  }

  /** Keeps running what becomes due on the wall clock. */
  start(whenDue: () => void): void {
    const wait = () => {
      const due = this.nextDue(null);
      const pauseMs = due === undefined ? maxPauseMs : (due - this.now()) * 1000;
      this.timer = setTimeout(
        () => {
          const next = this.nextDue(null);
          if (next !== undefined && next <= this.now()) whenDue();
          wait();
        },
        Math.min(maxPauseMs, Math.max(250, pauseMs)),
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
