import { requireUser } from '#features/accounts/server/current-user.ts';
import { serve } from '#server/http/serve.ts';
import { addDays, dayOf } from '#shared/dates.ts';
import * as contract from '../staff-contract.ts';
import { readMisses } from './missed-searches.ts';
import { addSynonym, changeSynonym, readSynonyms, removeSynonym } from './synonyms.ts';

export const staffSearchesApi = [
  serve(contract.listMissedSearches, ({ query }, { db, city, now }) =>
    readMisses(db, addDays(dayOf(now(), city.facts.timeZone), 1 - Number(query.days))),
  ),
  serve(contract.listSynonyms, (_, { db }) => readSynonyms(db)),
  serve(contract.addSynonym, ({ body }, { db, user }) => addSynonym(db, body, requireUser(user).id)),
  serve(contract.changeSynonym, ({ params, body: { was, ...form } }, request) =>
    changeSynonym(params.id, { form, was }, request),
  ),
  serve(contract.removeSynonym, async ({ params }, { db, user }) => {
    await removeSynonym(db, params.id, requireUser(user).id);
    return {};
  }),
];
