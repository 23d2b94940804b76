import { serve } from '#server/http/serve.ts';
import * as contract from '../staff-contract.ts';
import { askClaimant } from './ask-claimant.ts';
import { creditOfClaim } from './credit-of-claim.ts';
import { approveClaim, rejectClaim } from './decide-claim.ts';
import { chargeNow } from './first-payment.ts';
import { readClaimDocument, readStaffClaim } from './read-staff-claim.ts';

export const staffClaimsApi = [
  serve(contract.getStaffClaim, ({ params }, { db }) => readStaffClaim(db, params.id)),
  serve(contract.getClaimCharge, async ({ params: { id } }, request) => ({
    creditCents: await creditOfClaim(id, request),
    hasTax: request.env.stripe?.collectsTax ?? false,
  })),
  serve(contract.getClaimDocument, ({ params }, { db }) => readClaimDocument(db, params)),
  serve(contract.approveClaim, async ({ params: { id }, body }, request) => {
    await approveClaim({ id, ...body }, request);
    const payment = await chargeNow(id, request);
    return { ...(await readStaffClaim(request.db, id)), payment };
  }),
  serve(contract.rejectClaim, async ({ params: { id }, body: { reason } }, request) => {
    await rejectClaim(id, reason, request);
    return readStaffClaim(request.db, id);
  }),
  serve(contract.askClaimant, async ({ params: { id }, body: { question } }, request) => {
    await askClaimant(id, question, request);
    return readStaffClaim(request.db, id);
  }),
];
