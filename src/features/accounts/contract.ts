import * as z from 'zod/mini';
import { endpoint } from '#shared/endpoint.ts';

/** The signed-in user; its presence means signed in. */
export const CurrentUser = z.object({
  id: z.string(),
  username: z.string(),
  email: z.string(),
  role: z.enum(['owner', 'staff']),
  /** Only of staff. Every page loads this file, so it does not list them. */
  rights: z.optional(z.array(z.string())),
  emailVerified: z.boolean(),
  /**
   * 'asked': set up, but not given in this session yet. 'demanded': somebody of the staff has to set it up. Until then only
   * little is allowed.
   */
  secondFactor: z.enum(['off', 'demanded', 'asked', 'given']),
});
export type CurrentUser = z.infer<typeof CurrentUser>;

export const getCurrentUser = endpoint({
  method: 'GET',
  path: '/api/auth/me',
  who: 'signed-in',
  summary: 'The signed-in user',
  answer: CurrentUser,
  problems: [],
});

export const getCsrfToken = endpoint({
  method: 'GET',
  path: '/api/csrf-token',
  who: 'anyone',
  limit: 'csrf-token',
  summary: 'A token for calls other than GET, to be sent as X-CSRF-Token; also set as the readable cookie csrf-token',
  answer: z.object({ csrfToken: z.string() }),
  problems: [],
});
