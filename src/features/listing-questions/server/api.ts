import { requireUser } from '#features/accounts/server/current-user.ts';
import { serve } from '#server/http/serve.ts';
import * as contract from '../contract.ts';
import { askSender } from '../staff-contract.ts';
import * as ask from './ask-sender.ts';
import { getOwnQuestion, listOwnQuestions, readQuestion } from './read-questions.ts';

export const listingQuestionsApi = [
  serve(contract.listOwnQuestions, (_, { db, user }) => listOwnQuestions(db, { userId: requireUser(user).id })),
  serve(contract.answerQuestion, async ({ params: { id }, body: { answer } }, request) => {
    await ask.answerQuestion({ id, answer }, request);
    return getOwnQuestion(request.db, { id, userId: requireUser(request.user).id });
  }),
  serve(askSender, async ({ params: { id }, body: { question } }, request) => {
    await ask.askSender(id, question, request);
    return readQuestion(request.db, id);
  }),
];
