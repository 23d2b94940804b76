import { invalidRequest } from '../engine/errors.ts';

/** What Stripe can do and the sandbox cannot is better refused than ignored. */
export function refuseUnbuilt(params: object, built: readonly string[]): void {
  for (const [name, value] of Object.entries(params)) {
    if (value !== undefined && !built.includes(name)) {
      throw invalidRequest(`The payment sandbox does not know what to do with '${name}'.`, { param: name });
    }
  }
}
