import { countUselessLink } from '#features/accounts/server/count-useless-link.ts';
import { clearSessionCookies } from '#features/accounts/server/session-cookies.ts';
import { signIn } from '#features/accounts/server/sign-in.ts';
import { serve } from '#server/http/serve.ts';
import * as contract from '../contract.ts';
import * as staffContract from '../staff-contract.ts';
import { acceptWithAccount, join } from './accept-invitation.ts';
import { decline } from './decline-invitation.ts';
import { invite, sendAgain, takeBack } from './invite-colleague.ts';
import { listWaiting, readStaffInvitation } from './open-invitations.ts';

export const staffInvitationsApi = [
  serve(staffContract.listStaffInvitations, (_, request) => listWaiting(request)),
  serve(staffContract.inviteColleague, async ({ body }, request) => {
    await invite(body, request);
    return listWaiting(request);
  }),
  serve(staffContract.inviteAgain, async ({ params }, request) => {
    await sendAgain(params.id, request);
    return listWaiting(request);
  }),
  serve(staffContract.takeInvitationBack, async ({ params }, request) => {
    await takeBack(params.id, request);
    return listWaiting(request);
  }),
  serve(contract.getStaffInvitation, ({ query }, request) => {
    request.setHeader('Cache-Control', 'no-store');
    return readStaffInvitation(query.token, request);
  }),
  serve(contract.joinAsNew, async ({ body }, request) =>
    signIn(await countUselessLink(request, () => join(body, request)), request),
  ),
  serve(contract.acceptStaffInvitation, async ({ body }, request) => {
    await countUselessLink(request, () => acceptWithAccount(body.token, request));
    clearSessionCookies(request);
    return { message: 'You are staff now. Log in again to open the staff area.' };
  }),
  serve(contract.declineStaffInvitation, async ({ body }, request) => ({
    message: await countUselessLink(request, () => decline(body.token, request)),
  })),
];
