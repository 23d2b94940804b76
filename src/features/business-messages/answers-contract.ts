/** Endpoints for the answers that the people of a listing keep, to send them again. */
import * as z from 'zod/mini';
import { endpoint } from '#shared/endpoint.ts';

export const maxSavedAnswers = 20;

const SavedAnswer = z.object({ id: z.string(), text: z.string() });
export type SavedAnswer = z.infer<typeof SavedAnswer>;

/** As long as an answer may be. */
export const SavedAnswerForm = z.object({
  text: z
    .string('Please write an answer')
    .check(
      z.trim(),
      z.minLength(1, 'Please write an answer'),
      z.maxLength(3000, 'Please keep it under 3,000 characters'),
    ),
});

const common = { who: 'signed-in', answer: z.array(SavedAnswer) } as const;
const params = z.object({ id: z.guid() });
const one = z.object({ id: z.guid(), answerId: z.guid() });

export const listSavedAnswers = endpoint({
  ...common,
  method: 'GET',
  path: '/api/businesses/{id}/saved-answers',
  summary: 'The answers that the people of a listing keep, oldest first',
  params,
  problems: ['not_found'],
});

export const saveAnswer = endpoint({
  ...common,
  method: 'POST',
  path: '/api/businesses/{id}/saved-answers',
  creates: true,
  summary: `Keeps an answer for the next visitors; the same words are kept once. At most ${maxSavedAnswers} for each listing`,
  params,
  body: SavedAnswerForm,
  status: 201,
  problems: ['not_found', 'conflict'],
});

export const changeSavedAnswer = endpoint({
  ...common,
  method: 'PUT',
  path: '/api/businesses/{id}/saved-answers/{answerId}',
  summary: 'Changes an answer that is kept; what was sent keeps its words',
  params: one,
  body: SavedAnswerForm,
  problems: ['not_found', 'conflict'],
});

export const removeSavedAnswer = endpoint({
  ...common,
  method: 'DELETE',
  path: '/api/businesses/{id}/saved-answers/{answerId}',
  summary: 'Removes an answer that is kept; what was sent keeps its words',
  params: one,
  problems: ['not_found'],
});
