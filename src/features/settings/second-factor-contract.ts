/** Lets staff do without the second factor that a site demands of them, for a reason. */
import * as z from 'zod/mini';
import { endpoint } from '#shared/endpoint.ts';

const path = '/api/staff/second-factor-exception';

const SecondFactorDemand = z.object({
  /** False on localhost, where the site demands none. */
  isDemanded: z.boolean(),
  exception: z.nullable(z.object({ reason: z.string(), at: z.string(), by: z.nullable(z.string()) })),
});

const reasonHint = 'Please give the reason in a sentence';

export const getSecondFactorException = endpoint({
  method: 'GET',
  path,
  who: 'staff',
  rights: ['administrator'],
  summary: 'Whether staff have to have a second factor, and why they need not',
  answer: SecondFactorDemand,
  problems: [],
});

export const putSecondFactorException = endpoint({
  method: 'PUT',
  path,
  who: 'staff',
  rights: ['administrator'],
  summary: 'Lets staff do without a second factor; the reason is kept',
  body: z.object({
    reason: z
      .string(reasonHint)
      .check(z.trim(), z.minLength(10, reasonHint), z.maxLength(500, 'Please use at most 500 characters')),
  }),
  answer: SecondFactorDemand,
  problems: ['conflict'],
});

export const deleteSecondFactorException = endpoint({
  method: 'DELETE',
  path,
  who: 'staff',
  rights: ['administrator'],
  summary: 'Demands the second factor of staff again',
  answer: SecondFactorDemand,
  problems: ['conflict'],
});
