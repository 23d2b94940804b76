import { requireUser } from '#features/accounts/server/current-user.ts';
import { answerPage } from '#server/http/list-page.ts';
import { serve } from '#server/http/serve.ts';
import { newsletterTopics } from '#shared/newsletter-topics.ts';
import * as contract from '../subscribers-contract.ts';
import { deleteSubscriber, suppressSubscriber } from './subscribers/change-subscriber.ts';
import { importSubscribers } from './subscribers/import-subscribers.ts';
import { countSubscribers, listSubscribers } from './subscribers/list-subscribers.ts';

const size = 50;

export const subscribersApi = [
  serve(contract.listSubscribers, async ({ query: { cursor, ...search } }, { db, setHeader }) => {
    const [rows, total] = await Promise.all([
      listSubscribers(db, search, { cursor, limit: size + 1 }),
      countSubscribers(db, search),
    ]);
    setHeader('X-Total-Count', String(total));
    return answerPage(rows, { path: contract.listSubscribers.path, query: search, size, setHeader });
  }),
  serve(contract.importSubscribers, ({ query, upload }, request) =>
    importSubscribers(request, {
      upload,
      consent: query.consent,
      note: query.note,
      topics: query.topics === 'both' ? newsletterTopics : [query.topics],
      isDry: query.dry === 'true',
      actorId: requireUser(request.user).id,
    }),
  ),
  serve(contract.suppressSubscriber, ({ params, body: { suppressed } }, request) =>
    suppressSubscriber({ ...params, suppressed, actorId: requireUser(request.user).id }, request),
  ),
  serve(contract.deleteSubscriber, async ({ params }, { db, user }) => {
    await deleteSubscriber(db, { id: params.id, actorId: requireUser(user).id });
    return {};
  }),
];
