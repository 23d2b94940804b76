import { requireUser } from '#features/accounts/server/current-user.ts';
import { answerPage } from '#server/http/list-page.ts';
import { serve } from '#server/http/serve.ts';
import * as contract from '../own-contract.ts';
import { answerMessage } from './answer-message.ts';
import { countNewMessages, getOwnMessage, listOwnMessages, noteRead } from './own-messages.ts';
import { reportMessage } from './report-message.ts';
import { switchMessages } from './switch-messages.ts';

const size = 20;

export const ownMessagesApi = [
  serve(contract.listOwnMessages, async ({ query: { cursor } }, { db, user, setHeader }) => {
    const rows = await listOwnMessages(db, { userId: requireUser(user).id, cursor, limit: size + 1 });
    return answerPage(rows, { path: contract.listOwnMessages.path, query: {}, size, setHeader });
  }),
  serve(contract.countOwnMessages, async (_, { db, user }) => ({
    new: await countNewMessages(db, requireUser(user).id),
  })),
  serve(contract.readOwnMessage, ({ params }, { db, user, now }) =>
    noteRead(db, params.id, requireUser(user).id, now()),
  ),
  serve(contract.answerOwnMessage, async ({ params, body }, request) => {
    const { id } = requireUser(request.user);
    await answerMessage({ id: params.id, userId: id, answer: body.answer }, request);
    return getOwnMessage(request.db, params.id, id);
  }),
  serve(contract.reportOwnMessage, async ({ params }, request) => {
    const { id } = requireUser(request.user);
    await reportMessage({ id: params.id, userId: id }, request);
    return getOwnMessage(request.db, params.id, id);
  }),
  serve(contract.switchMessages, ({ params, body }, request) => switchMessages(params.id, body.takesMessages, request)),
];
