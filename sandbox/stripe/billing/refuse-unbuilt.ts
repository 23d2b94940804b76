import { invalidRequest } from '../engine/errors.ts';

/**
 * Refuses parameters that Stripe supports and the sandbox does not. Ignoring them would hide mistakes of the
 * site.
 */
export function refuseUnbuilt(params: object, built: readonly string[]): void {
  for (const [name, value] of Object.entries(params)) {
    if (value !== undefined && !built.includes(name)) {
      throw invalidRequest(`The payment sandbox does not know what to do with '${name}'.`, { param: name });
    }
  }
}
