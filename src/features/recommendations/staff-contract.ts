/** Endpoints for staff who look at recommendations. Apart from contract.ts, so that public pages do not load it. */
import * as z from 'zod/mini';
import { endpoint } from '#shared/endpoint.ts';

export const StaffRecommendation = z.object({
  id: z.string(),
  status: z.enum(['waiting', 'shown', 'hidden']),
  name: z.string(),
  email: z.string(),
  text: z.string(),
  answer: z.nullable(z.string()),
  confirmedAt: z.string(),
});
export type StaffRecommendation = z.infer<typeof StaffRecommendation>;

export const listStaffRecommendations = endpoint({
  method: 'GET',
  path: '/api/staff/businesses/{id}/recommendations',
  who: 'staff',
  rights: ['moderator'],
  summary: 'The confirmed recommendations of a listing, those that wait first, then newest first; 200 at most',
  params: z.object({ id: z.guid() }),
  answer: z.array(StaffRecommendation),
  problems: [],
});

export const decideRecommendation = endpoint({
  method: 'PUT',
  path: '/api/staff/recommendations/{id}',
  who: 'staff',
  rights: ['moderator'],
  summary: 'Shows a recommendation or hides it, and resolves the reports about it',
  params: z.object({ id: z.guid() }),
  body: z.object({
    shown: z.boolean(),
    /** The status that the caller has seen. Another one refuses: a colleague has decided meanwhile. */
    was: z.optional(StaffRecommendation.shape.status),
  }),
  answer: StaffRecommendation,
  problems: ['not_found', 'conflict'],
});
