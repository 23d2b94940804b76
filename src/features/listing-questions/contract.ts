/** Questions of staff about a new listing, as its sender reads and answers them. */
import * as z from 'zod/mini';
import { endpoint } from '#shared/endpoint.ts';

export const maxAnswerLength = 2000;
/** A talk of this length goes on by telephone. */
export const maxTalk = 100;

/** Questions of staff and answers of the sender, oldest first. */
export const ListingTalk = z.array(z.object({ by: z.enum(['us', 'them']), text: z.string(), at: z.string() }));

export const ListingQuestion = z.object({
  /** Id of the listing. */
  id: z.string(),
  name: z.string(),
  /** Staff's question, while the listing waits for the answer. */
  question: z.nullable(z.string()),
  talk: ListingTalk,
});
export type ListingQuestion = z.infer<typeof ListingQuestion>;

export const listOwnQuestions = endpoint({
  method: 'GET',
  path: '/api/user/listing-questions',
  who: 'signed-in',
  summary: "The signed-in user's listings that wait for review and about which staff have asked",
  answer: z.array(ListingQuestion),
  problems: [],
});

export const answerQuestion = endpoint({
  method: 'PUT',
  path: '/api/businesses/{id}/answer',
  who: 'signed-in',
  summary: 'Answers what staff have asked about a new listing; the same answer twice is one line',
  params: z.object({ id: z.guid() }),
  body: z.object({
    answer: z
      .string('Please write an answer')
      .check(
        z.trim(),
        z.minLength(1, 'Please write an answer'),
        z.maxLength(maxAnswerLength, 'Please keep it under 2,000 characters'),
      ),
  }),
  answer: ListingQuestion,
  problems: ['not_found', 'conflict'],
});
