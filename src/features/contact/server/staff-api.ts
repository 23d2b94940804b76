import { requireUser } from '#features/accounts/server/current-user.ts';
import { answerPage } from '#server/http/list-page.ts';
import { serve } from '#server/http/serve.ts';
import * as contract from '../staff-contract.ts';
import { answerMessage } from './answer-message.ts';
import { listMessages, markMessage } from './staff-messages.ts';

const size = 50;

export const staffMessagesApi = [
  serve(contract.listMessages, async ({ query: { state, cursor } }, { db, now, setHeader }) => {
    const rows = await listMessages(db, { state, cursor, limit: size + 1, now: now() });
    return answerPage(rows, { path: contract.listMessages.path, query: { state }, size, setHeader });
  }),
  serve(contract.markMessage, ({ params, body }, { db, user, now }) =>
    markMessage(db, { id: params.id, answered: body.answered, actorId: requireUser(user).id, now: now() }),
  ),
  serve(contract.answerMessage, ({ params, body }, request) =>
    answerMessage({ id: params.id, answer: body.answer, actorId: requireUser(request.user).id }, request),
  ),
];
