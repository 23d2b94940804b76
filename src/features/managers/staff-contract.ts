/** Endpoint with which staff give a listing to another owner. */
import * as z from 'zod/mini';
import { endpoint } from '#shared/endpoint.ts';
import { reasonOf } from '#shared/reason.ts';
import { NotYet, PaidTime } from './contract.ts';

const noEmail = 'Please enter the email of an account, such as name@example.com';

export const getOwnerChange = endpoint({
  method: 'GET',
  path: '/api/staff/businesses/{id}/owner',
  who: 'staff',
  rights: ['moderator'],
  summary: 'What has to end or be decided before a business gets another owner',
  params: z.object({ id: z.guid() }),
  answer: z.object({
    /** Null: the owner may be changed now. */
    first: z.nullable(z.enum(['open-claim', ...NotYet.options])),
    /** The time that its owner has paid for: it goes to the new owner, and the plan is not renewed. */
    paid: z.nullable(PaidTime),
  }),
  problems: ['not_found'],
});

export const changeOwner = endpoint({
  method: 'PUT',
  path: '/api/staff/businesses/{id}/owner',
  who: 'staff',
  rights: ['moderator'],
  freshProof: true,
  summary:
    'Gives a listing to the account with this email, or to nobody. The former owner and the new one are told why by mail; managers of the former owner lose access',
  params: z.object({ id: z.guid() }),
  body: z.object({
    /** The email of an account whose mailbox is confirmed; '' takes the listing from its owner alone. */
    email: z.union([z.literal(''), z.string().check(z.trim(), z.email(noEmail), z.maxLength(254, noEmail))], noEmail),
    reason: reasonOf(500),
    /** The owner whom the caller has seen; null for none. Another one refuses: a colleague has changed it meanwhile. */
    from: z.optional(z.nullable(z.guid())),
  }),
  answer: z.object({ owner: z.nullable(z.string()) }),
  problems: ['not_found', 'conflict', 'invalid'],
});
