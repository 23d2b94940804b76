import { type ApiRequest, serve } from '#server/http/serve.ts';
import { dayOf } from '#shared/dates.ts';
import * as contract from '../staff-contract.ts';
import { listStaffAds, readStaffAd } from './read-staff-ads.ts';
import { createAd, deleteAd, setAdActive, updateAd } from './write-ads.ts';

const today = ({ now, city }: ApiRequest) => dayOf(now(), city.facts.timeZone);
const read = (id: string, request: ApiRequest) => readStaffAd(request.db, id, today(request));

export const staffAdsApi = [
  serve(contract.listStaffAds, (_, request) => listStaffAds(request.db, today(request))),
  serve(contract.getStaffAd, ({ params }, request) => read(params.id, request)),
  serve(contract.createAd, async ({ body }, request) => read(await createAd(body, request), request)),
  serve(contract.updateAd, async ({ params, body }, request) => {
    await updateAd({ id: params.id, form: body.ad, version: body.version }, request);
    return read(params.id, request);
  }),
  serve(contract.pauseAd, async ({ params, body }, request) => {
    await setAdActive({ id: params.id, active: body.active }, request);
    return read(params.id, request);
  }),
  serve(contract.deleteAd, async ({ params }, request) => {
    await deleteAd(params.id, request);
    return {};
  }),
];
