import { requireUser } from '#features/accounts/server/current-user.ts';
import { serve } from '#server/http/serve.ts';
import * as contract from '../contract.ts';
import { acceptInvitation } from './accept-invitation.ts';
import { declineInvitation } from './decline-invitation.ts';
import { invite, readPeople, removeManager, withdrawInvitation } from './invite.ts';
import { readLostListings } from './lost-listings.ts';
import { listOwnInvitations, listSentHandOvers, readInvitation } from './open-invitations.ts';

export const managersApi = [
  serve(contract.getPeople, ({ params }, request) => readPeople(params.id, request)),
  serve(contract.inviteManager, async ({ params: { id }, body: { email } }, request) => {
    const replaced = await invite({ id, email, kind: 'manager' }, request);
    return { ...(await readPeople(id, request)), replaced };
  }),
  serve(contract.handOver, async ({ params: { id }, body: { email } }, request) => {
    const replaced = await invite({ id, email, kind: 'owner' }, request);
    return { ...(await readPeople(id, request)), replaced };
  }),
  serve(contract.withdrawInvitation, async ({ params }, request) => {
    await withdrawInvitation(params, request);
    return { message: 'The invitation is taken back.' };
  }),
  serve(contract.removeManager, async ({ params }, request) => {
    await removeManager(params, request);
    return { message: 'The manager is removed.' };
  }),
  serve(contract.getInvitation, ({ query }, request) => {
    request.setHeader('Cache-Control', 'no-store');
    return readInvitation(query.token, request);
  }),
  serve(contract.acceptInvitation, async ({ body }, request) => ({
    message: await acceptInvitation(body, request),
  })),
  serve(contract.declineInvitation, async ({ body }, request) => ({ message: await declineInvitation(body, request) })),
  serve(contract.listOwnInvitations, (_, request) => listOwnInvitations(requireUser(request.user), request)),
  serve(contract.listSentHandOvers, (_, request) => listSentHandOvers(requireUser(request.user), request)),
  serve(contract.listLostListings, (_, request) => readLostListings(requireUser(request.user), request)),
  serve(contract.acceptOwnInvitation, async ({ params: { id } }, request) => ({
    message: await acceptInvitation({ id, user: requireUser(request.user) }, request),
  })),
  serve(contract.declineOwnInvitation, async ({ params: { id } }, request) => ({
    message: await declineInvitation({ id, user: requireUser(request.user) }, request),
  })),
];
