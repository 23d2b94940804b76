/** The reason that staff give for what they do: one least length for all forms. */
import * as z from 'zod/mini';
import { formatNumber } from './numbers.ts';

export const minReason = 3;

export const reasonMissing = `Please say why, in ${minReason} letters or more`;

export const isReason = (text: string): boolean => text.trim().length >= minReason;

const tooLong = (max: number) => `Please keep it under ${formatNumber(max)} characters`;

/** A reason that has to be given. */
export const reasonOf = (max: number) =>
  z.string(reasonMissing).check(z.trim(), z.minLength(minReason, reasonMissing), z.maxLength(max, tooLong(max)));

/** A reason that need not always be given; '' for none. */
export const maybeReasonOf = (max: number) =>
  z._default(z.string(reasonMissing).check(z.trim(), z.maxLength(max, tooLong(max))), '');
