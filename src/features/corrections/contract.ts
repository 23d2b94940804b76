import * as z from 'zod/mini';
import { endpoint } from '#shared/endpoint.ts';
import { TrapField } from '#shared/trap-field.ts';
import { correctionFields } from './correction-fields.ts';

/** A page without script shows this sentence too. */
export const correctionSentMessage = 'Thank you. We look at it, usually within a day, and correct the listing.';

/** Pages call the API without the endpoint's schema, so it must be free of side effects to be left out. */
export const CorrectionForm = /* @__PURE__ */ (() =>
  z.object({
    field: z.enum(correctionFields, 'Please choose what is wrong'),
    right: z
      .string('Please say what is right')
      .check(
        z.trim(),
        z.minLength(1, 'Please say what is right'),
        z.maxLength(5000, 'Please keep it under 5,000 characters'),
      ),
    source: z
      .string('Please say where you know it from')
      .check(
        z.trim(),
        z.minLength(2, 'Please say where you know it from'),
        z.maxLength(500, 'Please keep it under 500 characters'),
      ),
    email: z.optional(
      z.union(
        [z.literal(''), z.email('Please enter a valid email address').check(z.maxLength(254))],
        'Please enter a valid email address',
      ),
    ),
    topic: TrapField,
  }))();
export type CorrectionForm = z.infer<typeof CorrectionForm>;

export const suggestCorrection = endpoint({
  method: 'POST',
  path: '/api/businesses/{slug}/corrections',
  who: 'anyone',
  limit: 'corrections',
  creates: true,
  summary: 'Suggests a change of a listing to staff: which field is wrong, what is right, and where one knows it from',
  params: z.object({ slug: z.string().check(z.maxLength(200)) }),
  body: CorrectionForm,
  answer: z.object({ message: z.string() }),
  status: 201,
  problems: ['not_found'],
});
