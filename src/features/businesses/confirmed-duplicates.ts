import * as z from 'zod/mini';

/** In a call that lets a business be seen: the duplicates that staff have seen and accept, by id. */
export const ConfirmedDuplicates = z.optional(z.union([z.guid(), z.array(z.guid()).check(z.maxLength(20))]));
export type ConfirmedDuplicates = z.infer<typeof ConfirmedDuplicates>;

export const confirmedIds = (given: ConfirmedDuplicates): string[] =>
  given === undefined ? [] : typeof given === 'string' ? [given] : given;
