/** The messages between the site's page and the sandbox's frames. */

/** Colors and shapes that the site asks for, named as in Stripe's `appearance.variables`. */
export type Look = Record<string, string>;

export type Ask =
  | { kind: 'look'; dark: boolean; look: Look }
  | { kind: 'focus' }
  | { kind: 'blur' }
  | { kind: 'clear' }
  | { kind: 'call'; call: number; job: Job };

/** Jobs that only a frame can do: it holds the card and may call the API. */
export type Job =
  | { do: 'check' }
  | { do: 'retrieve'; key: string; secret: string }
  /** Uses the card in the form, or the payment method with this id. */
  | { do: 'confirm'; key: string; secret: string; method: string | undefined; billing: Record<string, string> }
  | { do: 'create method'; key: string; billing: Record<string, string> }
  /** The customer closed the confirmation step. */
  | { do: 'refuse'; challenge: string };

export type Tell =
  | { kind: 'ready' }
  | { kind: 'height'; height: number }
  | { kind: 'change'; empty: boolean; complete: boolean }
  | { kind: 'focus' }
  | { kind: 'blur' }
  | { kind: 'escape' }
  | { kind: 'answer'; call: number; result: JobResult };

export interface JobError {
  type: string;
  code?: string;
  message?: string;
  [field: string]: unknown;
}

/** `object` is the API's answer: a payment intent or a payment method. */
export type JobResult = { error: JobError; object?: undefined } | { object: unknown; error?: undefined };
