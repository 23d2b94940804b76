import { takeFromLimit } from '#server/http/rate-limit.ts';
import type { ApiRequest } from '#server/http/serve.ts';
import { Problem } from '#shared/problem.ts';

/** @throws Problem 'too_many' for an address that tries many links */
export async function countGuess({ db, clientAddress, now }: ApiRequest): Promise<void> {
  await takeFromLimit(db, 'link-address', clientAddress, now());
}

/**
 * Uses a link. A working link is never refused; one that does not work counts for the address, because
 * somebody may be guessing.
 */
export async function countUselessLink<T>(request: ApiRequest, use: () => Promise<T>): Promise<T> {
  try {
    return await use();
  } catch (error) {
    if (error instanceof Problem && error.code === 'not_found') {
      await countGuess(request);
    }
    throw error;
  }
}
