/** Endpoints for administrators who invite colleagues. */
import * as z from 'zod/mini';
import { Email } from '#features/accounts/sign-in-contract.ts';
import { endpoint } from '#shared/endpoint.ts';
import { staffRights } from '#shared/staff-rights.ts';

const WaitingInvitation = z.object({
  id: z.string(),
  email: z.string(),
  rights: z.array(z.enum(staffRights)),
  /** The username of the administrator who sent the last mail. */
  by: z.string(),
  sentAt: z.string(),
  expiresAt: z.string(),
});
export type WaitingInvitation = z.infer<typeof WaitingInvitation>;

const params = z.object({ id: z.guid() });
const answer = z.array(WaitingInvitation);

const StaffInvitationForm = z.object({
  email: Email,
  /** All that the colleague may do. */
  rights: z
    .array(z.enum(staffRights), 'Please choose at least one right')
    .check(z.minLength(1, 'Please choose at least one right'), z.maxLength(4)),
});

export const listStaffInvitations = endpoint({
  method: 'GET',
  path: '/api/staff/invitations',
  who: 'staff',
  rights: ['administrator'],
  summary: 'Colleagues who are invited and have not answered, oldest first',
  answer,
  problems: [],
});

export const inviteColleague = endpoint({
  method: 'POST',
  path: '/api/staff/invitations',
  who: 'staff',
  rights: ['administrator'],
  freshProof: true,
  limit: 'staff-invitations',
  creates: true,
  summary: 'Mails a colleague an invitation to the staff with these rights, good once and for 7 days',
  body: StaffInvitationForm,
  answer,
  problems: ['conflict'],
});

export const inviteAgain = endpoint({
  method: 'POST',
  path: '/api/staff/invitations/{id}/mail',
  who: 'staff',
  rights: ['administrator'],
  freshProof: true,
  limit: 'staff-invitations',
  summary:
    'Mails the invitation with a new link, good for 7 days from now; the earlier link ends, and who asks is the inviter',
  params,
  answer,
  problems: ['not_found', 'conflict'],
});

export const takeInvitationBack = endpoint({
  method: 'DELETE',
  path: '/api/staff/invitations/{id}',
  who: 'staff',
  rights: ['administrator'],
  freshProof: true,
  summary: 'Takes the invitation of a colleague back before the yes',
  params,
  answer,
  problems: ['not_found'],
});
