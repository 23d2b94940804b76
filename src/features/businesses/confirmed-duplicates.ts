import * as z from 'zod/mini';

/** The field of a call that publishes a business: ids of the duplicates that staff have seen and accept. */
export const ConfirmedDuplicates = z.optional(z.union([z.guid(), z.array(z.guid()).check(z.maxLength(20))]));
export type ConfirmedDuplicates = z.infer<typeof ConfirmedDuplicates>;

export const confirmedIds = (given: ConfirmedDuplicates): string[] =>
  given === undefined ? [] : typeof given === 'string' ? [given] : given;
