/**
 * Stripe's idempotency keys: the same request gets the same answer again; another request under the same key
 * is refused.
 */
import { ApiError } from './errors.ts';

interface Remembered {
  key: string;
  request: string;
  /** In seconds, by the sandbox's wall clock. */
  at: number;
  /** Undefined while the first request is still running. */
  answer?: { status: number; body: string };
}

const keptSeconds = 24 * 60 * 60;

export class IdempotencyKeys {
  private readonly held = new Map<string, Remembered>();

  /**
   * Returns the first answer, or undefined when this request is the first; the caller must then end it with
   * `remember` or `forget`.
   */
  begin(key: string, request: string, now: number): { status: number; body: string } | undefined {
    const first = this.held.get(key);
    if (!first || now - first.at > keptSeconds) {
      this.held.set(key, { key, request, at: now });
      return undefined;
    }
    if (first.request !== request) {
      throw new ApiError(400, {
        type: 'idempotency_error',
        message:
          `Keys for idempotent requests can only be used with the same parameters they were first used with. ` +
          `Try using a key other than '${key}' if you meant to execute a different request.`,
      });
    }
    if (!first.answer) {
      throw new ApiError(409, {
        type: 'idempotency_error',
        code: 'idempotency_key_in_use',
        message:
          `There is currently another in-progress request using this Stripe API idempotency key: ${key} ` +
          `(that probably means you submitted twice, and the other request is still going through). Please try again later.`,
      });
    }
    return first.answer;
  }

  remember(key: string, answer: { status: number; body: string }): void {
    const held = this.held.get(key);
    if (held) held.answer = answer;
  }

  /** Frees the key of a request that was refused before it changed anything. */
  forget(key: string): void {
    this.held.delete(key);
  }

  clear(): void {
    this.held.clear();
  }

  toJSON(): Remembered[] {
    return [...this.held.values()].filter(({ answer }) => answer !== undefined);
  }

  fill(held: Remembered[], now: number): void {
    for (const entry of held) if (now - entry.at <= keptSeconds) this.held.set(entry.key, entry);
  }
}
