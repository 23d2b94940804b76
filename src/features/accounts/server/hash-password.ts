/** Hashes passwords with argon2id, a few at a time: each takes 19 MiB and a processor. */
import { hash, verify } from '@node-rs/argon2';
import { Problem } from '#shared/problem.ts';

/** OWASP's minimum for argon2id. Fixed here, because the library's defaults may change. */
const cost = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
const maxAtOnce = 4;
/** A hash takes about 10 ms, so nobody waits longer than some seconds. */
const maxWaiting = 500;

const waiting: (() => void)[] = [];
let running = 0;

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running < maxAtOnce) running++;
  else {
    if (waiting.length >= maxWaiting) {
      throw new Problem('unavailable', 'Too many people log in right now. Please try again in a moment.', {
        retryAfterSeconds: 5,
      });
    }
    await new Promise<void>((turn) => waiting.push(turn));
  }
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}

/** The same text from two keyboards must be the same password. */
const normalized = (password: string) => password.normalize('NFKC');

/** Returns the hash in PHC form. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(normalized(password), cost));
}

let noPassword: Promise<string> | undefined;

/**
 * Takes the same time whether there is a hash or not. Without one (unknown person, no password set) it checks
 * against a hash that no password matches.
 */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  noPassword ??= hashPassword(crypto.randomUUID());
  const standIn = await noPassword;
  const fits = await inTurn(() => verify(stored ?? standIn, normalized(password)));
  return stored !== null && fits;
}
