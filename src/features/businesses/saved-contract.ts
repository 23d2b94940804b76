/** The call behind the page of saved businesses. Apart from contract.ts, so that other pages do not load it. */
import * as z from 'zod/mini';
import { endpoint } from '#shared/endpoint.ts';
import { ListedBusiness } from './contract.ts';

/** Pages call the API without this schema, so it must be free of side effects to be left out. */
const SavedBusiness = /* @__PURE__ */ (() =>
  z.extend(ListedBusiness, {
    /** The slug that was asked for: a former one, when the business has another name by now. */
    savedAs: z.string(),
  }))();

export const listSaved = endpoint({
  method: 'GET',
  path: '/api/saved',
  who: 'anyone',
  summary:
    'The approved businesses of a list of slugs, in its order, at most 60; former slugs count, unknown ones are left out',
  query: z.object({ list: z._default(z.string(), '') }),
  answer: z.array(SavedBusiness),
  problems: [],
});
