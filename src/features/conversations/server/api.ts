import { requireUser } from '#features/accounts/server/current-user.ts';
import { nextLink, readCursor, writeCursor } from '#server/http/keyset-cursor.ts';
import { type ServedEndpoint, serve } from '#server/http/serve.ts';
import * as contract from '../contract.ts';
import { answerConversation } from './answer-conversation.ts';
import {
  assignConversation,
  closeAll,
  closeConversation,
  listColleagues,
  lockLetter,
  noteOnConversation,
} from './change-conversation.ts';
import type { LetterKinds } from './letter-kinds.ts';
import { writeConversation } from './posts.ts';
import { getConversation, listConversations } from './read-conversations.ts';

const size = 50;

export const conversationsApi = (kinds: LetterKinds): ServedEndpoint[] => [
  serve(contract.listConversations, async ({ query: { cursor, ...filter } }, { db, user, now, setHeader }) => {
    const rows = await listConversations(db, {
      ...{ ...filter, userId: requireUser(user).id, limit: size + 1, now: now() },
      cursor: readCursor(cursor),
    });
    const page = rows.slice(0, size);
    const last = page.at(-1);
    if (rows.length > size && last) {
      const next = writeCursor({ at: new Date(last.place), id: last.id });
      const search = filter.search === '' ? undefined : filter.search;
      setHeader('Link', nextLink(contract.listConversations.path, { ...filter, search, cursor: next }));
    }
    return page;
  }),
  // Before the conversation by id.
  serve(contract.listColleagues, (_, { db }) => listColleagues(db)),
  serve(contract.getConversation, ({ params }, { db, now }) => getConversation(db, params.id, now())),
  serve(contract.answerConversation, ({ params, body }, request) =>
    answerConversation({ ...params, ...body }, kinds, request),
  ),
  serve(contract.noteOnConversation, ({ params, body }, request) =>
    noteOnConversation({ ...params, ...body, actorId: requireUser(request.user).id }, request),
  ),
  serve(contract.assignConversation, ({ params, body }, request) =>
    assignConversation({ ...params, ...body, actorId: requireUser(request.user).id }, request),
  ),
  serve(contract.closeConversation, ({ params, body }, request) =>
    closeConversation(
      { ...params, isClosed: body.state === 'closed', actorId: requireUser(request.user).id },
      kinds,
      request,
    ),
  ),
  serve(contract.closeTogether, ({ body }, request) =>
    closeAll({ ...body, actorId: requireUser(request.user).id }, kinds, request),
  ),
  serve(contract.readConversation, ({ params: { id } }, { db, now }) =>
    db.transaction(async (tx) => {
      const { kind, isUnread } = await lockLetter(tx, id, now());
      if (isUnread) await writeConversation(tx, { id, kind }, { isUnread: false });
      return getConversation(tx, id, now());
    }),
  ),
];
