import * as z from 'zod/mini';

/**
 * The field 'topic' of src/web/ui/trap-input.tsx, which people do not see: programs that fill in every field of a form fill it in,
 * too.
 */
export const TrapField = z.optional(z.string().check(z.maxLength(500)));

/** A caught program gets the usual answer, so that it does not learn to leave the field empty. */
export const isTrapped = (body: { topic?: string | undefined }): boolean => (body.topic ?? '') !== '';
