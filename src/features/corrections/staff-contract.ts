/** Endpoints for staff who decide on suggested changes. Apart from contract.ts, so that public pages do not load it. */
import * as z from 'zod/mini';
import { endpoint } from '#shared/endpoint.ts';
import { correctionFields } from './correction-fields.ts';

export const maxReason = 1000;

const CorrectionStatus = z.enum(['waiting', 'accepted', 'declined', 'done', 'undone']);

export const StaffCorrection = z.object({
  id: z.string(),
  field: z.enum(correctionFields),
  /** 'done': staff changed the listing by hand. 'undone': accepted, and put back later. */
  status: CorrectionStatus,
  /** The listing's value in words; '' for none. Once it is accepted: the value before. */
  before: z.string(),
  /** The right value in the visitor’s words; once it is accepted: the value that was written. */
  after: z.string(),
  /** Where the visitor knows it from. */
  source: z.string(),
  /** Null when the visitor wants no answer. */
  email: z.nullable(z.string()),
  createdAt: z.string(),
  decided: z.nullable(z.object({ at: z.string(), by: z.nullable(z.string()) })),
  /** False: staff change the field in the listing's form. */
  canTakeOver: z.boolean(),
  /** True while the listing still has the accepted value. */
  canUndo: z.boolean(),
  business: z.object({ id: z.string(), slug: z.string(), name: z.string(), status: z.string() }),
});
export type StaffCorrection = z.infer<typeof StaffCorrection>;

export const listCorrections = endpoint({
  method: 'GET',
  path: '/api/staff/corrections',
  who: 'staff',
  rights: ['moderator'],
  summary: 'Changes that visitors suggest, newest first, 50 at a time; the Link header leads on',
  query: z.object({ state: z._default(z.enum(['open', 'all']), 'open'), cursor: z.optional(z.guid()) }),
  answer: z.array(StaffCorrection),
  problems: [],
});

const params = z.object({ id: z.guid() });

export const acceptCorrection = endpoint({
  method: 'POST',
  path: '/api/staff/corrections/{id}/accept',
  who: 'staff',
  rights: ['moderator'],
  summary: 'Writes a suggested change into its listing, as it is or with a better value, and mails the owner',
  params,
  body: z.object({
    /** Default: what the visitor says. '' clears an optional field. */
    value: z.optional(z.string().check(z.maxLength(5000, 'Please keep it under 5,000 characters'))),
  }),
  answer: StaffCorrection,
  problems: ['not_found', 'invalid', 'conflict'],
});

export const closeCorrection = endpoint({
  method: 'POST',
  path: '/api/staff/corrections/{id}/close',
  who: 'staff',
  rights: ['moderator'],
  summary:
    'Declines a suggested change, or notes that staff have changed the listing by hand. A `reason` for a no is mailed to the visitor who left an address; without one nobody is told. The visitor is thanked for what was changed by hand',
  params,
  body: z.object({
    as: z.enum(['declined', 'done']),
    reason: z.optional(
      z
        .string()
        .check(
          z.trim(),
          z.maxLength(maxReason, `Please keep it under ${maxReason.toLocaleString('en-US')} characters`),
        ),
    ),
  }),
  answer: StaffCorrection,
  problems: ['not_found', 'conflict'],
});

export const undoCorrection = endpoint({
  method: 'POST',
  path: '/api/staff/corrections/{id}/undo',
  who: 'staff',
  rights: ['moderator'],
  summary:
    'Puts back what an accepted change wrote, and mails the owner; 409 when the listing says something else by now',
  params,
  answer: StaffCorrection,
  problems: ['not_found', 'conflict'],
});
