import { serve } from '#server/http/serve.ts';
import { listAds } from '../contract.ts';
import { countAd } from '../staff-contract.ts';
import { countAdVisit } from './count-ads.ts';
import { readAds } from './list-ads.ts';

export const adsApi = [
  serve(listAds, (_, { db, city, now }) => readAds(db, now(), city.facts.timeZone), { tags: () => ['ads'] }),
  serve(countAd, async ({ params, body }, request) => {
    countAdVisit(params.id, body.what, request);
    return {};
  }),
];
