import * as z from 'zod/mini';
import { CurrentUser } from '#features/accounts/contract.ts';
import { NewPassword, Username } from '#features/accounts/sign-in-contract.ts';
import { endpoint } from '#shared/endpoint.ts';

const LinkToken = z.string().check(z.maxLength(100));

const StaffInvitation = z.object({
  /** The username of the administrator who invites. */
  by: z.string(),
  /** 'an editor and a moderator' */
  rights: z.string(),
  /** The mailbox that the link was sent to. */
  email: z.string(),
  /** An account has confirmed that mailbox: its person logs in, and says yes. */
  hasAccount: z.boolean(),
});
export type StaffInvitation = z.infer<typeof StaffInvitation>;

export const getStaffInvitation = endpoint({
  method: 'GET',
  path: '/api/colleague-invitations',
  who: 'anyone',
  summary: 'What the page behind the mailed link shows; changes nothing',
  query: z.object({ token: LinkToken }),
  answer: StaffInvitation,
  problems: ['not_found'],
});

const NewColleague = z.object({ username: Username, password: NewPassword });

/** The form on the page of the link. */
export const NewColleagueForm = z.object({ ...NewColleague.shape, confirmPassword: z.string() }).check(
  z.refine(({ password, confirmPassword }) => password === confirmPassword, {
    path: ['confirmPassword'],
    message: "Passwords don't match",
    when: ({ value }) => typeof value === 'object' && value !== null,
  }),
);

export const joinAsNew = endpoint({
  method: 'POST',
  path: '/api/colleague-invitations/account',
  who: 'anyone',
  limit: 'registration',
  summary:
    'Makes the account of an invited colleague, whose mailbox the link proves, and signs it in. An account that never confirmed the mailbox is made anew',
  body: z.object({ ...NewColleague.shape, token: LinkToken }),
  answer: CurrentUser,
  status: 201,
  problems: ['not_found', 'conflict'],
});

export const acceptStaffInvitation = endpoint({
  method: 'POST',
  path: '/api/colleague-invitations',
  who: 'signed-in',
  secondFactor: 'asked',
  summary: 'Says yes with the account of the invited mailbox; its sessions end, as with each change of rights',
  body: z.object({ token: LinkToken }),
  answer: z.object({ message: z.string() }),
  problems: ['not_found', 'conflict'],
});

export const declineStaffInvitation = endpoint({
  method: 'POST',
  path: '/api/colleague-invitations/decline',
  who: 'anyone',
  summary: 'Says no by the mailed link, for good; who sent it is mailed',
  body: z.object({ token: LinkToken }),
  answer: z.object({ message: z.string() }),
  problems: ['not_found'],
});
