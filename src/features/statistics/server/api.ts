import { serve } from '#server/http/serve.ts';
import * as contract from '../contract.ts';
import { setStatisticsMail } from './choose-letters.ts';
import { countListingVisit, countSearchVisit } from './count-visits.ts';
import { readStatistics } from './read-statistics.ts';

export const statisticsApi = [
  serve(contract.countListing, async ({ params, body }, request) => {
    await countListingVisit(params.id, body.what, request);
    return {};
  }),
  serve(contract.countSearch, async ({ query }, request) => {
    countSearchVisit(query.search, request);
    return {};
  }),
  serve(contract.getStatistics, ({ params, query }, request) =>
    readStatistics({ id: params.id, period: query.period }, request),
  ),
  serve(contract.setStatisticsMail, async ({ params, body }, request) => {
    await setStatisticsMail({ id: params.id, wanted: body.wanted }, request);
    return { wanted: body.wanted };
  }),
];
