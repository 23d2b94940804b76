import { requireUser } from '#features/accounts/server/current-user.ts';
import { answerPage } from '#server/http/list-page.ts';
import { type ApiRequest, serve } from '#server/http/serve.ts';
import { isTrapped } from '#shared/trap-field.ts';
import * as contract from '../contract.ts';
import * as own from '../own-contract.ts';
import * as staff from '../staff-contract.ts';
import { answerOwn, changeOwn, listOwn, removeOwn } from './own-recommendations.ts';
import {
  confirmRecommendation,
  findRecommendation,
  recommendBusiness,
  withdrawRecommendation,
} from './recommend-business.ts';
import { reportRecommendation } from './report-recommendation.ts';
import { decideForStaff, listForStaff } from './staff-recommendations.ts';

const size = 20;

const ownOf = ({ id }: { id: string }, request: ApiRequest) => ({
  ...{ id, userId: requireUser(request.user).id },
  ...{ now: request.now(), town: request },
});

export const recommendationsApi = [
  serve(contract.recommendBusiness, async ({ params: { slug }, body }, request) => {
    const { name, email, text } = body;
    if (!isTrapped(body)) await recommendBusiness(request, { slug, name, email, text });
    return { message: contract.recommendationSentMessage };
  }),
  serve(contract.reportRecommendation, async ({ params: { slug }, body }, request) => {
    const { id, text } = body;
    if (!isTrapped(body)) await reportRecommendation({ slug, id, text }, request);
    return { message: contract.recommendationReportedMessage };
  }),
  serve(contract.getRecommendation, ({ query }, { db, setHeader }) => {
    setHeader('Cache-Control', 'no-store');
    return findRecommendation(db, query.token);
  }),
  serve(contract.confirmRecommendation, async ({ body }, request) => {
    await confirmRecommendation(body.token, request);
    const { message = contract.recommendationConfirmedMessage } = await findRecommendation(request.db, body.token);
    return { message };
  }),
  serve(contract.withdrawRecommendation, async ({ body }, request) => {
    await withdrawRecommendation(body.token, request);
    return { message: contract.recommendationWithdrawnMessage };
  }),
  serve(own.listOwnRecommendations, async ({ query: { cursor } }, { db, user, setHeader }) => {
    const rows = await listOwn(db, { userId: requireUser(user).id, cursor, limit: size + 1 });
    return answerPage(rows, { path: own.listOwnRecommendations.path, query: {}, size, setHeader });
  }),
  serve(own.answerRecommendation, ({ params, body }, request) =>
    answerOwn(request.db, { ...ownOf(params, request), ...body }),
  ),
  serve(own.changeAnswer, ({ params, body }, request) => changeOwn(request.db, { ...ownOf(params, request), ...body })),
  serve(own.removeAnswer, ({ params }, request) => removeOwn(request.db, ownOf(params, request))),
  serve(staff.listStaffRecommendations, ({ params }, { db }) => listForStaff(db, params.id)),
  serve(staff.decideRecommendation, ({ params, body }, request) =>
    decideForStaff({ ...body, id: params.id, actorId: requireUser(request.user).id }, request),
  ),
];
