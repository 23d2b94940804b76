import { requireUser } from '#features/accounts/server/current-user.ts';
import { changeClaimPlan as changeClaimPlanCall } from '#features/premium/contract.ts';
import { type ApiRequest, serve } from '#server/http/serve.ts';
import * as contract from '../contract.ts';
import { changeClaimPlan } from './change-claim-plan.ts';
import { claimsOfLink } from './claims-of-link.ts';
import * as decide from './decide-claim.ts';
import * as evidence from './evidence.ts';
import { putClaimAway } from './put-claim-away.ts';
import { getOwnClaim, listOwnClaims } from './read-claims.ts';
import { startClaim } from './start-claim.ts';

const own = (id: string, { db, user, now }: ApiRequest) =>
  getOwnClaim(db, { id, userId: requireUser(user).id, now: now() });

export const claimsApi = [
  serve(contract.startCheckout, ({ body }, request) => startClaim(body, request)),
  serve(changeClaimPlanCall, ({ body }, request) => changeClaimPlan(body, request)),
  serve(contract.listOwnClaims, (_, { db, user, now }) =>
    listOwnClaims(db, { userId: requireUser(user).id, now: now() }),
  ),
  serve(contract.claimsOfLink, ({ body: { token } }, request) => claimsOfLink(token, request)),
  serve(contract.saveEvidence, async ({ params: { id }, body }, request) => {
    await evidence.saveEvidence({ id, ...body }, request);
    return own(id, request);
  }),
  serve(contract.addDocument, ({ params: { id }, query: { name, unsent }, upload }, request, remember) =>
    evidence.addDocument(id, { upload, name, isTyping: unsent !== undefined }, request, async (tx) => {
      const answer = await own(id, { ...request, db: tx });
      await remember(tx, answer);
      return answer;
    }),
  ),
  serve(contract.deleteDocument, async ({ params }, request) => {
    await evidence.removeDocument(params, request);
    return own(params.id, request);
  }),
  serve(contract.putClaimAway, async ({ params: { id }, body }, request) => {
    await putClaimAway({ id, ...body }, request);
    return own(id, request);
  }),
  serve(contract.withdrawClaim, async ({ params: { id } }, request) => {
    await decide.withdrawClaim(id, request);
    return own(id, request);
  }),
];
