import { requireUser } from '#features/accounts/server/current-user.ts';
import { readPersonCredit } from '#features/billing/server/credit.ts';
import { serve } from '#server/http/serve.ts';
import { listBills } from '../bills-contract.ts';
import * as contract from '../contract.ts';
import { changeInterval } from './change-interval.ts';
import { cancelPlan, keepPlan } from './keep-plan.ts';
import { openPortal } from './open-portal.ts';
import { readBilling } from './read-billing.ts';
import { readBills } from './read-bills.ts';
import { startUpgrade } from './start-upgrade.ts';

export const premiumApi = [
  serve(contract.startUpgrade, ({ body }, request) => startUpgrade(body, request)),
  serve(contract.getBilling, (_, request) => readBilling(request, requireUser(request.user))),
  serve(contract.getCredit, (_, request) => readPersonCredit(requireUser(request.user).id, request)),
  serve(contract.changeInterval, ({ body }, request) => changeInterval(body, request)),
  serve(contract.keepPlan, ({ body: { id } }, request) => keepPlan(id, request)),
  serve(contract.cancelPlan, ({ body: { id } }, request) => cancelPlan(id, request)),
  serve(listBills, (_, request) => readBills(request)),
  serve(contract.openPortal, (_, request) => openPortal(request)),
];
