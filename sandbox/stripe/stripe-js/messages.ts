/** What the site's page and the frames from the sandbox say to each other. */

/** Colors and shapes that the site wishes for, as Stripe's `appearance.variables` names them. */
export type Look = Record<string, string>;

export type Ask =
  | { kind: 'look'; dark: boolean; look: Look }
  | { kind: 'focus' }
  | { kind: 'blur' }
  | { kind: 'clear' }
  | { kind: 'call'; call: number; job: Job };

/** What only a frame can do: it knows the card, and it may speak to the API. */
export type Job =
  | { do: 'check' }
  | { do: 'retrieve'; key: string; secret: string }
  /** With the card in the form, or with the id of a payment method. */
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

/** `object` is what the API answered: a payment intent or a payment method. */
export type JobResult = { error: JobError; object?: undefined } | { object: unknown; error?: undefined };
