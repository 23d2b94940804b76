import { setUpStripe } from '#features/billing/server/reconcile.ts';
import { readSettingHistory } from '#features/settings/server/read-history.ts';
import { readSetting } from '#features/settings/server/read-setting.ts';
import { putSetting, resetSetting } from '#features/settings/server/write-setting.ts';
import { type ApiRequest, serve } from '#server/http/serve.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import * as contract from '../prices-contract.ts';

async function readPrices(request: ApiRequest): Promise<contract.StaffPrices> {
  const setting = await readSetting(request, 'prices');
  return { ...setting, history: await readSettingHistory(request.db, 'prices') };
}

/** Stripe gets the new prices at once. A purchase that comes before makes its own (billing/server/set-up-catalogue.ts). */
async function tellStripe({ db }: ApiRequest): Promise<void> {
  await enqueue(db, setUpStripe, {});
}

export const pricesApi = [
  serve(contract.getPrices, (_, request) => readPrices(request)),
  serve(contract.putPrices, async ({ body: { value, changedAt } }, request) => {
    await putSetting({ key: 'prices', value, changedAt }, request);
    await tellStripe(request);
    return readPrices(request);
  }),
  serve(contract.resetPrices, async ({ query }, request) => {
    await resetSetting({ key: 'prices', ...query }, request);
    await tellStripe(request);
    return readPrices(request);
  }),
];
