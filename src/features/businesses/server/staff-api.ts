import { requireUser } from '#features/accounts/server/current-user.ts';
import { answerPage } from '#server/http/list-page.ts';
import { serve } from '#server/http/serve.ts';
import { confirmedIds } from '../confirmed-duplicates.ts';
import * as contract from '../staff-contract.ts';
import * as together from '../together-contract.ts';
import { deleteAll, hideAll } from './act-together.ts';
import { addBusiness } from './add-business.ts';
import { deleteBusiness, readDeletion } from './delete-business.ts';
import { mergeBusiness } from './merge-business.ts';
import { readMerge } from './read-merge.ts';
import { searchAllBusinesses } from './search-all-businesses.ts';
import { setFeatured, setHidden } from './set-visibility.ts';

const size = 50;

export const staffBusinessesApi = [
  serve(contract.searchAllBusinesses, async ({ query }, { db, now, setHeader }) => {
    const rows = await searchAllBusinesses(db, query, { limit: size + 1, now: now() });
    const { cursor: _, ...filter } = query;
    return answerPage(rows, { path: contract.searchAllBusinesses.path, query: filter, size, setHeader });
  }),
  serve(contract.addBusiness, ({ body: { confirm, ...form } }, request) =>
    addBusiness({ form, confirmed: confirmedIds(confirm) }, request),
  ),
  serve(together.hideTogether, ({ body }, request) =>
    hideAll({ ...body, actorId: requireUser(request.user).id }, request),
  ),
  serve(together.deleteTogether, ({ body }, request) =>
    deleteAll({ ...body, actorId: requireUser(request.user).id }, request),
  ),
  serve(contract.featureBusiness, ({ params, body }, { db, user, now }) =>
    setFeatured(db, { id: params.id, actorId: requireUser(user).id, now: now(), featured: body.featured }),
  ),
  serve(contract.hideBusiness, ({ params, body }, request) =>
    setHidden({ id: params.id, actorId: requireUser(request.user).id, ...body }, request),
  ),
  serve(contract.readMerge, ({ params: { id }, query: { into } }, { db }) => readMerge(db, id, into)),
  serve(contract.mergeBusiness, ({ params, body }, request) =>
    mergeBusiness({ id: params.id, ...body, actorId: requireUser(request.user).id }, request),
  ),
  serve(contract.getBusinessDeletion, ({ params }, request) => readDeletion(params.id, request)),
  serve(contract.deleteBusiness, ({ params, body }, request) =>
    deleteBusiness({ id: params.id, typedName: body.name, actorId: requireUser(request.user).id }, request),
  ),
];
