import { requireUser } from '#features/accounts/server/current-user.ts';
import { answerPage } from '#server/http/list-page.ts';
import { serve } from '#server/http/serve.ts';
import * as contract from '../staff-contract.ts';
import { beginListing } from './begin-listing.ts';
import { refundOrder } from './refund-order.ts';
import { listOrders, markDone } from './staff-orders.ts';
import { takeOverDetails } from './take-over-details.ts';

const size = 50;

export const staffOrdersApi = [
  serve(contract.listOrders, async ({ query: { state, cursor } }, { db, setHeader }) => {
    const rows = await listOrders(db, { state, cursor, limit: size + 1 });
    return answerPage(rows, { path: contract.listOrders.path, query: { state }, size, setHeader });
  }),
  serve(contract.beginListing, ({ params: { id }, body: { category } }, request) =>
    beginListing(request, { id, category, actorId: requireUser(request.user).id }),
  ),
  serve(contract.takeOverDetails, ({ params: { id }, body }, request) =>
    takeOverDetails(request, { id, ...body, actorId: requireUser(request.user).id }),
  ),
  serve(contract.markOrderDone, ({ params, body }, request) =>
    markDone(request, { id: params.id, ...body, actorId: requireUser(request.user).id }),
  ),
  serve(contract.refundOrder, ({ params, body }, request) =>
    refundOrder(request, { ...body, orderId: params.id, actorId: requireUser(request.user).id }),
  ),
];
