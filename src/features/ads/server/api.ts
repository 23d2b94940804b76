import { serve } from '#server/http/serve.ts';
import { dayOf } from '#shared/dates.ts';
import { listAds } from '../contract.ts';
import { readAds } from './list-ads.ts';

export const adsApi = [
  serve(listAds, (_, { db, city, now }) => readAds(db, dayOf(now(), city.facts.timeZone)), { tags: () => ['ads'] }),
];
