import * as z from 'zod/mini';
import { endpoint } from '#shared/endpoint.ts';
import { TrapField } from '#shared/trap-field.ts';

export const maxWords = 200;

/** Pages without script show these sentences too. The first says nothing of what else the mailbox has done. */
export const recommendationSentMessage =
  'Almost done: we sent you an email with a link. Open it and confirm. Nobody sees your recommendation before that.';
/** Each says where the recommendation is: most are shown at once, some wait for staff (is-doubtful.ts). */
export const recommendationConfirmedMessages = {
  shown: 'Thank you. Your recommendation is confirmed and on the page.',
  waiting:
    'Thank you. Your recommendation is confirmed. It shows on the page once the people who run this site have looked at it.',
  hidden: 'Your recommendation is confirmed. It is not on the page.',
};
/** For pages that do not know where it is. */
export const recommendationConfirmedMessage = 'Thank you. Your recommendation is confirmed.';
export const recommendationWithdrawnMessage = 'Done. Your recommendation is deleted.';
export const recommendationReportedMessage = 'Thank you. The people who run this site will look into it.';

/** Pages call the API without the endpoint's schema, so it must be free of side effects to be left out. */
export const RecommendationForm = /* @__PURE__ */ (() =>
  z.object({
    name: z
      .string('Please say your name')
      .check(z.trim(), z.minLength(2, 'Please say your name'), z.maxLength(60, 'Please keep it under 60 characters')),
    email: z
      .string('Please enter a valid email address')
      .check(
        z.trim(),
        z.email('Please enter a valid email address'),
        z.maxLength(254, 'Please enter a valid email address'),
      ),
    text: z._default(
      z.string().check(z.trim(), z.maxLength(maxWords, `Please keep it within ${maxWords} characters`)),
      '',
    ),
    topic: TrapField,
  }))();
export type RecommendationForm = z.infer<typeof RecommendationForm>;

export const recommendBusiness = endpoint({
  method: 'POST',
  path: '/api/businesses/{slug}/recommendations',
  who: 'anyone',
  limit: 'recommendations',
  creates: true,
  summary: 'Recommends a listing; shown once its sender has confirmed by the link that is mailed',
  params: z.object({ slug: z.string().check(z.maxLength(200)) }),
  body: RecommendationForm,
  answer: z.object({ message: z.string() }),
  status: 201,
  problems: ['not_found'],
});

export const RecommendationReport = /* @__PURE__ */ (() =>
  z.object({
    id: z.guid('Please open the report from the recommendation'),
    text: z
      .string('Please say what is wrong')
      .check(
        z.trim(),
        z.minLength(3, 'Please say what is wrong'),
        z.maxLength(1000, 'Please keep it under 1,000 characters'),
      ),
    topic: TrapField,
  }))();

export const reportRecommendation = endpoint({
  method: 'POST',
  path: '/api/businesses/{slug}/recommendation-reports',
  who: 'anyone',
  limit: 'reports',
  creates: true,
  summary: 'Tells staff what is wrong with a recommendation that is shown',
  params: z.object({ slug: z.string().check(z.maxLength(200)) }),
  body: RecommendationReport,
  answer: z.object({ message: z.string() }),
  status: 201,
  problems: ['not_found'],
});

const LinkToken = /* @__PURE__ */ (() => z.string().check(z.maxLength(100)))();

export const getRecommendation = endpoint({
  method: 'GET',
  path: '/api/recommendations/confirmation',
  who: 'anyone',
  summary: 'What the page behind the mailed link shows; changes nothing',
  query: z.object({ token: LinkToken }),
  answer: z.object({
    business: z.object({ name: z.string(), slug: z.string() }),
    isConfirmed: z.boolean(),
    /** Says where a confirmed one is. */
    message: z.optional(z.string()),
  }),
  problems: ['not_found'],
});

export const confirmRecommendation = endpoint({
  method: 'POST',
  path: '/api/recommendations/confirmation',
  who: 'anyone',
  limit: 'link-address',
  summary: 'Confirms that the recommendation is from this mailbox; doing it twice is no mistake',
  body: z.object({ token: LinkToken }),
  answer: z.object({ message: z.string() }),
  problems: ['not_found'],
});

export const withdrawRecommendation = endpoint({
  method: 'POST',
  path: '/api/recommendations/withdrawal',
  who: 'anyone',
  limit: 'link-address',
  summary: "Deletes a recommendation, by its sender's link",
  body: z.object({ token: LinkToken }),
  answer: z.object({ message: z.string() }),
  problems: ['not_found'],
});
