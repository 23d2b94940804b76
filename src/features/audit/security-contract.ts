import * as z from 'zod/mini';
import { endpoint } from '#shared/endpoint.ts';

export const SecurityRow = z.object({
  id: z.string(),
  at: z.string(),
  /** 'log_in_refused' for a refusal, 'user.made-staff' for a change. */
  event: z.string(),
  /** Null for a visitor, and for somebody whose account is deleted. */
  person: z.nullable(z.object({ id: z.string(), username: z.string() })),
  /** An account's id, or 'mailbox:' and a keyed hash. */
  account: z.nullable(z.string()),
  clientAddress: z.nullable(z.string()),
  requestId: z.nullable(z.string()),
  /** 'POST /api/auth/login' */
  call: z.string(),
  data: z.nullable(z.record(z.string(), z.unknown())),
});
export type SecurityRow = z.infer<typeof SecurityRow>;

const text = (most: number) => z.optional(z.string().check(z.trim(), z.maxLength(most)));

const SecuritySearch = z.object({
  /** The beginning of an event: 'log_in' or 'user.'. */
  event: text(60),
  /** A part of a username or e-mail, or what the column 'account' holds. */
  person: text(100),
  address: text(64),
  request: text(64),
  /** First and last day in the city's time. */
  from: z.optional(z.iso.date('Please enter a date')),
  to: z.optional(z.iso.date('Please enter a date')),
});
export type SecuritySearch = z.infer<typeof SecuritySearch>;

export const listSecurityLog = endpoint({
  method: 'GET',
  path: '/api/staff/security-log',
  who: 'staff',
  rights: ['administrator'],
  summary: 'Log-ins, refusals and changes of rights, newest first, 50 at a time; the Link header leads on',
  query: z.extend(SecuritySearch, { cursor: z.optional(z.guid()) }),
  answer: z.array(SecurityRow),
  problems: [],
});
