/** Endpoints for owners who read and answer recommendations. Apart from contract.ts, so that public pages do not load it. */
import * as z from 'zod/mini';
import { endpoint } from '#shared/endpoint.ts';

/** A recommendation as the owner sees it: never with the address, and only while visitors see it. */
export const OwnRecommendation = z.object({
  id: z.string(),
  business: z.object({ slug: z.string(), name: z.string() }),
  name: z.string(),
  text: z.string(),
  confirmedAt: z.string(),
  answer: z.nullable(z.string()),
});
export type OwnRecommendation = z.infer<typeof OwnRecommendation>;

export const listOwnRecommendations = endpoint({
  method: 'GET',
  path: '/api/user/recommendations',
  who: 'signed-in',
  summary: "Recommendations of the signed-in user's listings, newest first, 20 at a time; the Link header leads on",
  query: z.object({ cursor: z.optional(z.guid()) }),
  answer: z.array(OwnRecommendation),
  problems: [],
});

export const RecommendationAnswer = z.object({
  answer: z
    .string('Please write an answer')
    .check(
      z.trim(),
      z.minLength(1, 'Please write an answer'),
      z.maxLength(300, 'Please keep it within 300 characters'),
    ),
});

const params = z.object({ id: z.guid() });

export const answerRecommendation = endpoint({
  method: 'POST',
  path: '/api/user/recommendations/{id}/answer',
  who: 'signed-in',
  creates: true,
  summary: "Shows the owner's answer below a recommendation that has none",
  params,
  body: RecommendationAnswer,
  answer: OwnRecommendation,
  problems: ['not_found', 'conflict', 'invalid'],
});

export const changeAnswer = endpoint({
  method: 'PUT',
  path: '/api/user/recommendations/{id}/answer',
  who: 'signed-in',
  summary: "Shows other words as the owner's answer; 409 when somebody else has changed it since",
  params,
  body: z.extend(RecommendationAnswer, {
    /** The answer that the words replace. */
    former: z.string(),
  }),
  answer: OwnRecommendation,
  problems: ['not_found', 'conflict', 'invalid'],
});

export const removeAnswer = endpoint({
  method: 'DELETE',
  path: '/api/user/recommendations/{id}/answer',
  who: 'signed-in',
  summary: "Takes the owner's answer off the page; another one may follow",
  params,
  answer: OwnRecommendation,
  problems: ['not_found'],
});
