import { requireUser } from '#features/accounts/server/current-user.ts';
import { setPosting } from '#features/accounts/server/posting.ts';
import { requireReadable } from '#features/businesses/server/own-business.ts';
import { type ApiRequest, serve } from '#server/http/serve.ts';
import * as contract from '../contract.ts';
import * as staff from '../staff-contract.ts';
import { changeOwnEvent } from './change-own-event.ts';
import { addOwnEvent, endOwnEvent } from './own-events.ts';
import { readOwnPosts } from './read-own-posts.ts';
import { resumeOwnEvent } from './resume-own-event.ts';
import { decideAnnouncement, listForStaff } from './staff-announcements.ts';
import { addAnnouncement, changeAnnouncement, removeAnnouncement } from './write-announcements.ts';

const read = (id: string, request: ApiRequest) => readOwnPosts(request.db, id, requireUser(request.user), request);

export const ownerPostsApi = [
  serve(contract.listOwnPosts, async ({ params }, request) => {
    await requireReadable(request.db, params.id, request.user);
    return read(params.id, request);
  }),
  serve(contract.addAnnouncement, async ({ params, body }, request) => {
    await addAnnouncement({ id: params.id, form: body }, request);
    return read(params.id, request);
  }),
  serve(contract.changeAnnouncement, async ({ params, body }, request) => {
    await changeAnnouncement({ ...params, form: body }, request);
    return read(params.id, request);
  }),
  serve(contract.removeAnnouncement, async ({ params }, request) => {
    await removeAnnouncement(params, request);
    return read(params.id, request);
  }),
  serve(contract.addOwnEvent, async ({ params, body }, request) => {
    await addOwnEvent({ id: params.id, form: body }, request);
    return read(params.id, request);
  }),
  serve(contract.changeOwnEvent, async ({ params, body }, request) => {
    await changeOwnEvent({ ...params, form: body }, request);
    return read(params.id, request);
  }),
  serve(contract.endOwnEvent, async ({ params }, request) => {
    await endOwnEvent(params, request);
    return read(params.id, request);
  }),
  serve(contract.resumeOwnEvent, async ({ params }, request) => {
    await resumeOwnEvent(params, request);
    return read(params.id, request);
  }),
  serve(staff.listStaffAnnouncements, ({ params }, { db }) => listForStaff(db, params.id)),
  serve(staff.decideAnnouncement, ({ params, body }, request) =>
    decideAnnouncement({ id: params.id, ...body, actorId: requireUser(request.user).id }, request),
  ),
  serve(staff.setPosting, async ({ params, body: { posting } }, { db, user }) => {
    await setPosting(db, { userId: params.id, posting, actorId: requireUser(user).id });
    return { posting };
  }),
];
