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

export const answerRecommendation = endpoint({
  method: 'POST',
  path: '/api/user/recommendations/{id}/answer',
  who: 'signed-in',
  creates: true,
  summary: "Shows the owner's answer below a recommendation, once",
  params: z.object({ id: z.guid() }),
  body: RecommendationAnswer,
  answer: OwnRecommendation,
  problems: ['not_found', 'conflict', 'invalid'],
});
