import { serve } from '#server/http/serve.ts';
import * as contract from '../contract.ts';
import { acceptInvitation, readInvitation } from './accept-invitation.ts';
import { invite, readPeople, removeManager, withdrawInvitation } from './invite.ts';

export const managersApi = [
  serve(contract.getPeople, ({ params }, request) => readPeople(params.id, request)),
  serve(contract.inviteManager, async ({ params: { id }, body: { email } }, request) => {
    await invite({ id, email, kind: 'manager' }, request);
    return readPeople(id, request);
  }),
  serve(contract.handOver, async ({ params: { id }, body: { email } }, request) => {
    await invite({ id, email, kind: 'owner' }, request);
    return readPeople(id, request);
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
    message: await acceptInvitation(body.token, request),
  })),
];
