import * as z from 'zod/mini';
import { actorKinds } from '#shared/actor-kinds.ts';
import { endpoint } from '#shared/endpoint.ts';
import { actorFilters } from './actor-names.ts';

export const AuditRow = z.object({
  id: z.string(),
  at: z.string(),
  /** Null where there is no account: `by` says why. */
  actor: z.nullable(z.object({ id: z.string(), username: z.string() })),
  /** 'person' without an `actor`: the account is deleted. */
  by: z.enum(actorKinds),
  action: z.string(),
  subjectType: z.string(),
  subjectId: z.string(),
  /** The subject's current name; null when it is gone or has no name. */
  subjectName: z.nullable(z.string()),
  /** The person and the listing of a plan or a paid order; null for other subjects, and where nobody knows any more. */
  payer: z.nullable(
    z.object({
      person: z.nullable(z.object({ id: z.string(), username: z.string() })),
      /** Without an id: only its name is known. */
      business: z.nullable(z.object({ id: z.nullable(z.string()), name: z.string() })),
    }),
  ),
  /** The person for whom staff began a claim; null for other acts, and once that account is gone. */
  forPerson: z.nullable(z.object({ id: z.string(), username: z.string() })),
  /** A merge that an administrator can undo still: the id of the listing that went. */
  canUndoMergeOf: z.optional(z.nullable(z.string())),
  /** {field: [old, new]} for edits; otherwise details of the action. */
  data: z.nullable(z.record(z.string(), z.unknown())),
});
export type AuditRow = z.infer<typeof AuditRow>;

export const AuditSearch = z.object({
  /** A part of a username or e-mail. */
  person: z.optional(z.string().check(z.trim(), z.maxLength(100))),
  /** A kind of doer; without one: all. */
  by: z.optional(z.enum(actorFilters.map(([value]) => value))),
  /** The beginning of an action: 'business.' or 'business.approved'. */
  action: z.optional(z.string().check(z.trim(), z.maxLength(60))),
  /** The id of a business, user or the like. */
  subject: z.optional(z.string().check(z.trim(), z.maxLength(60))),
  /** First and last day in the city's time. */
  from: z.optional(z.iso.date('Please enter a date')),
  to: z.optional(z.iso.date('Please enter a date')),
});
export type AuditSearch = z.infer<typeof AuditSearch>;

export const listAudit = endpoint({
  method: 'GET',
  path: '/api/staff/audit',
  who: 'staff',
  rights: 'any',
  summary:
    'Who changed what, newest first, 50 at a time; the Link header leads on. Only administrators see every kind of subject',
  query: z.extend(AuditSearch, { cursor: z.optional(z.guid()) }),
  answer: z.array(AuditRow),
  problems: [],
});
