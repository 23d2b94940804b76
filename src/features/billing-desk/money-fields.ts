/** Fields of the forms about money. */
import * as z from 'zod/mini';
import { reasonOf } from '#shared/reason.ts';

/** Made by the form: sending it twice is one act. */
export const actId = z.guid();
/**
 * The sums credited and given back of a plan, in cents, as the caller has seen them. With other sums the call is refused: a colleague has
 * acted meanwhile.
 */
export const madeGood = z.optional(z.object({ creditedCents: z.int(), refundedCents: z.int() }));

export const reason = reasonOf(1000);
const maxCents = 1_000_000;
export const cents = z
  .number('Please enter an amount')
  .check(z.int(), z.minimum(1, 'Please enter an amount'), z.maximum(maxCents, 'That is more than this form takes'));
