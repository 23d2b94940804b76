import { requireUser } from '#features/accounts/server/current-user.ts';
import { confirmedIds } from '#features/businesses/confirmed-duplicates.ts';
import { nextLink, readCursor, writeCursor } from '#server/http/keyset-cursor.ts';
import { answerPage } from '#server/http/list-page.ts';
import { serve } from '#server/http/serve.ts';
import * as bulk from '../bulk-contract.ts';
import * as contract from '../contract.ts';
import * as give from '../give-contract.ts';
import * as redo from '../redo-contract.ts';
import { approveAll, rejectAll } from './decide-together.ts';
import { giveListing } from './give-listing.ts';
import { countWaiting, cursorAfter, listQueue } from './list-queue.ts';
import { getChange, listChanges } from './read-changes.ts';
import { readStaffBusiness } from './read-staff-business.ts';
import { redoChange } from './redo-change.ts';
import { approveBusiness, rejectBusiness, rejectDuplicate } from './review-business.ts';
import { keepChange, undoChange } from './review-change.ts';

const size = 50;

export const approvalsApi = [
  serve(contract.countWaiting, (_, { db }) => countWaiting(db)),
  serve(contract.listQueue, async ({ query: { id, kind, cursor } }, request) => {
    const { now, setHeader } = request;
    const items = await listQueue(request, { id, kind, cursor: readCursor(cursor), limit: size + 1, now: now() });
    const page = items.slice(0, size);
    const last = page.at(-1);
    if (items.length > size && last) {
      const next = writeCursor(cursorAfter(last));
      setHeader('Link', nextLink(contract.listQueue.path, { kind, cursor: next }));
    }
    return page;
  }),
  serve(contract.getStaffBusiness, ({ params }, { db, now }) => readStaffBusiness(db, params.id, now())),
  serve(contract.approveBusiness, async ({ params, body }, request) => {
    const { confirm, edits, ...seen } = body;
    await approveBusiness({ id: params.id, edits, ...seen, confirmed: confirmedIds(confirm) }, request);
    return readStaffBusiness(request.db, params.id, request.now());
  }),
  serve(contract.rejectBusiness, async ({ params, body }, request) => {
    await rejectBusiness({ id: params.id, ...body }, request);
    return readStaffBusiness(request.db, params.id, request.now());
  }),
  serve(contract.rejectDuplicate, async ({ params, body }, request) => {
    await rejectDuplicate({ id: params.id, ...body }, request);
    return readStaffBusiness(request.db, params.id, request.now());
  }),
  serve(give.giveListing, async ({ params, body }, request) => {
    await giveListing({ id: params.id, ...body }, request);
    return readStaffBusiness(request.db, params.id, request.now());
  }),
  serve(bulk.approveTogether, ({ body }, request) => approveAll(body.listings, request)),
  serve(bulk.rejectTogether, ({ body }, request) => rejectAll(body, request)),
  serve(contract.listChanges, async ({ query }, request) => {
    const rows = await listChanges(request, query, size + 1);
    const { state, business } = query;
    const { setHeader } = request;
    return answerPage(rows, { path: contract.listChanges.path, query: { state, business }, size, setHeader });
  }),
  serve(contract.keepChange, async ({ params }, request) => {
    const { user, now } = request;
    await keepChange(request, { id: params.id, actorId: requireUser(user).id, now: now() });
    return getChange(request, params.id);
  }),
  serve(redo.undoChange, async ({ params, body: { fields, reason = '' } }, request) => {
    const { user, now } = request;
    const told = await undoChange(
      { id: params.id, actorId: requireUser(user).id, now: now(), fields, reason },
      request,
    );
    return { ...(await getChange(request, params.id)), told };
  }),
  serve(redo.redoChange, async ({ params, body: { fields, isSlip = false } }, request) => {
    const { user, now } = request;
    await redoChange({ id: params.id, actorId: requireUser(user).id, now: now(), fields, isSlip }, request);
    return getChange(request, params.id);
  }),
];
