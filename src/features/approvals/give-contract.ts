import * as z from 'zod/mini';
import { endpoint } from '#shared/endpoint.ts';
import { StaffBusiness } from './contract.ts';

export const maxQuestionLength = 1000;

export const giveListing = endpoint({
  method: 'POST',
  path: '/api/staff/businesses/{id}/give-existing',
  who: 'staff',
  rights: ['moderator'],
  summary:
    'Rejects a pending duplicate and offers who sent it in the listing that is there: with proof as in a claim, at its price or, when staff let it go, without',
  params: z.object({ id: z.guid() }),
  body: z.object({
    version: z.int(),
    of: z.guid('Please choose a business'),
    /** The proof that is missing; the submitter gets it by mail. */
    question: z
      .string()
      .check(
        z.trim(),
        z.minLength(1, 'Please say what you need to know'),
        z.maxLength(maxQuestionLength, 'Please keep it under 1,000 characters'),
      ),
    /** The claim costs nothing, and is in review at once. */
    isPriceWaived: z.boolean(),
  }),
  answer: StaffBusiness,
  problems: ['not_found', 'conflict'],
});
