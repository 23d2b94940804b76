/** Delays an attempt that follows many others. Nobody is refused, so nobody can lock somebody else out. */
import { setTimeout as sleep } from 'node:timers/promises';

interface Slope {
  /** This many attempts in the limit's window are not delayed. */
  free: number;
  /** Each further attempt waits this much longer. */
  stepMs: number;
  maxMs: number;
}

export const slopes = {
  logIn: { free: 10, stepMs: 25, maxMs: 2000 },
  secondFactor: { free: 10, stepMs: 50, maxMs: 2000 },
} as const satisfies Record<string, Slope>;

/**
 * With this many waiting, further attempts continue at once. A flood of attempts thus costs the process
 * little memory, and an honest attempt is never refused.
 */
export const maxSlowed = 500;
let slowed = 0;

export function slowDownMs(tries: number, { free, stepMs, maxMs }: Slope): number {
  return Math.min(maxMs, Math.max(0, Math.floor(tries - free)) * stepMs);
}

/**
 * Waits as long as the number of attempts demands. Call it outside of a transaction and before the password
 * is hashed: while it waits, it holds no database connection and no place for hashing.
 */
export async function slowDown(tries: number, slope: Slope): Promise<void> {
  const ms = slowDownMs(tries, slope);
  if (ms === 0 || slowed >= maxSlowed) return;
  slowed++;
  try {
    await sleep(ms);
  } finally {
    slowed--;
  }
}
