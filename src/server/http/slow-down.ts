/** Makes a try wait when many came before it. Only slows down: nobody is refused, so nobody can lock somebody else out. */
import { setTimeout as sleep } from 'node:timers/promises';

interface Slope {
  /** So many tries in the limit's window do not wait. */
  free: number;
  /** Each further try waits longer by so much. */
  stepMs: number;
  maxMs: number;
}

export const slopes = {
  logIn: { free: 10, stepMs: 25, maxMs: 2000 },
  secondFactor: { free: 10, stepMs: 50, maxMs: 2000 },
} as const satisfies Record<string, Slope>;

/** A try beyond these goes on at once. A flood of tries thus costs the process little memory, and an honest one no refusal. */
export const maxSlowed = 500;
let slowed = 0;

export function slowDownMs(tries: number, { free, stepMs, maxMs }: Slope): number {
  return Math.min(maxMs, Math.max(0, Math.floor(tries - free)) * stepMs);
}

/**
 * Waits as long as the number of tries asks for. Call it outside of a transaction and before the password is hashed: while it waits
 * it holds no database connection and none of the few places for hashing.
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
