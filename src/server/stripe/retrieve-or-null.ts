import { isMissing } from './stripe-client.ts';

/** Asks Stripe for an object. Returns null when Stripe does not know it, for example after a change of the keys. */
export async function retrieveOrNull<T>(ask: () => Promise<T>): Promise<T | null> {
  try {
    return await ask();
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}
