/** Expected refusals: the API's answers when it says no. Everything else that goes wrong is a defect. */
import * as z from 'zod/mini';

/** The HTTP status of each refusal. Contracts pick from these codes. */
export const problemStatus = {
  moved: 301,
  invalid: 422,
  bad_request: 400,
  signed_out: 401,
  wrong_credentials: 401,
  forbidden: 403,
  csrf: 403,
  /** The session has not given its second factor yet. */
  second_factor: 403,
  /** This site demands a second factor of staff, and this person has none yet. */
  second_factor_demanded: 403,
  /** The person has not given a password or code in this session for a while. */
  proof_needed: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  too_large: 413,
  wrong_type: 415,
  too_many: 429,
  internal: 500,
  unavailable: 503,
} as const;

export type ProblemCode = keyof typeof problemStatus;

/** The body of every refusal. `fields` maps a field's name to the sentence shown under it. */
export const ProblemBody = z.object({
  message: z.string(),
  code: z.string(),
  fields: z.optional(z.record(z.string(), z.string())),
});
export type ProblemBody = z.infer<typeof ProblemBody>;

interface ProblemOptions {
  fields?: Record<string, string>;
  /** For too_many and unavailable: the Retry-After header, in seconds. */
  retryAfterSeconds?: number;
  /** For moved: the path of the same call at its new address. */
  location?: string;
  /** For the security log, never answered. */
  trace?: ProblemTrace;
}

interface ProblemTrace {
  /** The subject of the refusal, when the code alone does not say it. */
  refused?: 'log-in' | 'second-factor' | 'own-password';
  /** The limit that was reached. */
  limit?: string;
  /** An account's id, or a keyed hash of a mailbox: never the mailbox. */
  account?: string;
}

export class Problem extends Error {
  readonly code: ProblemCode;
  readonly fields: Record<string, string> | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly location: string | undefined;
  readonly trace: ProblemTrace | undefined;

  /** People read `message`, so it says what to do. */
  constructor(code: ProblemCode, message: string, options: ProblemOptions = {}) {
    super(message);
    this.code = code;
    this.fields = options.fields;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.location = options.location;
    this.trace = options.trace;
  }

  get status(): number {
    return problemStatus[this.code];
  }

  get body(): ProblemBody {
    return { message: this.message, code: this.code, ...(this.fields ? { fields: this.fields } : {}) };
  }
}
