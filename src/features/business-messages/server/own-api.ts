import { requireUser } from '#features/accounts/server/current-user.ts';
import { nextLink, readCursor, writeCursor } from '#server/http/keyset-cursor.ts';
import { serve } from '#server/http/serve.ts';
import * as saved from '../answers-contract.ts';
import * as contract from '../own-contract.ts';
import { answerMessage } from './answer-message.ts';
import { blockVisitor } from './block-visitor.ts';
import { countNewMessages, getOwnMessage, listOwnMessages, noteRead } from './own-messages.ts';
import { reportMessage } from './report-message.ts';
import { changeSavedAnswer, listSavedAnswers, removeSavedAnswer, saveAnswer } from './saved-answers.ts';
import { switchMessages } from './switch-messages.ts';

const size = 20;

export const ownMessagesApi = [
  serve(contract.listOwnMessages, async ({ query: { cursor, ...filter } }, { db, user, setHeader }) => {
    const wanted = { ...filter, userId: requireUser(user).id, cursor: readCursor(cursor), limit: size + 1 };
    const rows = await listOwnMessages(db, wanted);
    const page = rows.slice(0, size);
    const last = page.at(-1);
    if (rows.length > size && last) {
      const next = writeCursor({ at: new Date(last.lastAt), id: last.id });
      const search = filter.search === '' ? undefined : filter.search;
      setHeader('Link', nextLink(contract.listOwnMessages.path, { state: filter.state, search, cursor: next }));
    }
    return page;
  }),
  serve(contract.countOwnMessages, async (_, { db, user }) => ({
    new: await countNewMessages(db, requireUser(user).id),
  })),
  serve(contract.readOwnMessage, ({ params }, { db, user, now }) =>
    noteRead(db, params.id, requireUser(user).id, now()),
  ),
  serve(contract.answerOwnMessage, async ({ params, body }, request) => {
    const { id } = requireUser(request.user);
    await answerMessage({ id: params.id, userId: id, answer: body.answer, isSecond: body.isSecond ?? false }, request);
    return getOwnMessage(request.db, params.id, id);
  }),
  serve(contract.reportOwnMessage, async ({ params }, request) => {
    const { id } = requireUser(request.user);
    await reportMessage({ id: params.id, userId: id }, request);
    return getOwnMessage(request.db, params.id, id);
  }),
  serve(contract.blockVisitor, async ({ params, body }, request) => {
    const { id } = requireUser(request.user);
    await blockVisitor({ id: params.id, userId: id, isBlocked: body.isBlocked }, request);
    return getOwnMessage(request.db, params.id, id);
  }),
  serve(saved.listSavedAnswers, ({ params }, { db, user }) =>
    listSavedAnswers(db, { ...params, userId: requireUser(user).id }),
  ),
  serve(saved.saveAnswer, ({ params, body }, { db, user }) =>
    saveAnswer(db, { ...params, ...body, userId: requireUser(user).id }),
  ),
  serve(saved.changeSavedAnswer, ({ params, body }, { db, user }) =>
    changeSavedAnswer(db, { ...params, ...body, userId: requireUser(user).id }),
  ),
  serve(saved.removeSavedAnswer, ({ params }, { db, user }) =>
    removeSavedAnswer(db, { ...params, userId: requireUser(user).id }),
  ),
  serve(contract.switchMessages, ({ params, body }, request) => switchMessages(params.id, body.takesMessages, request)),
];
