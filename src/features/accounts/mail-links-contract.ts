/** The actions of links in our mails: a confirmed mailbox, a new password. */
import * as z from 'zod/mini';
import { endpoint } from '#shared/endpoint.ts';
import { Email, NewPassword } from './sign-in-contract.ts';

const LinkToken = z.string().check(z.maxLength(100));

const Done = z.object({ message: z.string() });

export const verifyEmail = endpoint({
  method: 'POST',
  path: '/api/auth/verify-email',
  who: 'anyone',
  summary:
    'Confirms a mailbox with the token of a mailed link: the one of a new account, or one of an e-mail change. With `noCharge`, claims that wait for the mailbox stay with staff',
  body: z.object({ token: LinkToken, noCharge: z.optional(z.boolean()) }),
  answer: Done,
  problems: ['not_found', 'conflict'],
});

/** A browser without script learns no more: the message stands on a page that is the same for everybody. */
export const confirmedByFormMessage =
  'Thank you. This address is confirmed. If you are changing the email of your account and we wrote to both addresses, please open the link in the other mail, too.';

const LinkWords = z.object({
  /** 'address': the one of the account. 'change': another one for it. 'password': it sets a new password and confirms nothing by itself. */
  kind: z.enum(['address', 'change', 'password']),
  /** The address that is confirmed, or that the account is to have; with 'password' the one of the account. */
  email: z.string(),
  /** The account's address until then; null where the link went to the new one. */
  former: z.nullable(z.string()),
  /** The change happens with this link; false: another mailbox has to confirm it, too, or it waits. */
  isLast: z.boolean(),
});
export type LinkWords = z.infer<typeof LinkWords>;

export const describeLink = endpoint({
  method: 'POST',
  path: '/api/auth/verify-email/words',
  who: 'anyone',
  summary:
    'Says what a mailed link confirms, or that it sets a new password, for who has it; changes nothing. Null for a link that does not work, and why',
  body: z.object({ token: LinkToken }),
  answer: z.object({
    link: z.nullable(LinkWords),
    /** 'done': the link was used, and the account uses its address, confirmed. 'used': it was used, and more is to do. */
    former: z.nullable(z.enum(['done', 'used'])),
  }),
  problems: [],
});

export const askForVerification = endpoint({
  method: 'POST',
  path: '/api/auth/verification-mail',
  who: 'signed-in',
  summary: 'Mails the link that confirms the account’s address once more',
  answer: Done,
  problems: [],
});

export const stopEmailChangeByLink = endpoint({
  method: 'POST',
  path: '/api/auth/email-change/stop',
  who: 'anyone',
  summary: 'Stops a change of e-mail that staff have started, with the token of the link mailed to the old mailbox',
  body: z.object({ token: LinkToken }),
  answer: Done,
  problems: ['not_found'],
});

export const changeStoppedMessage = 'Thank you. Your email stays as it is.';

export const resetSentMessage =
  'If there is an account with this email, a link is on its way. It works for 60 minutes.';
export const passwordChangedMessage = 'Your password is changed. Please log in with the new one.';

export const ResetRequest = z.object({ email: Email });

export const askForReset = endpoint({
  method: 'POST',
  path: '/api/auth/password-reset-mail',
  who: 'anyone',
  summary: 'Mails a link that sets a new password; answers the same whether there is such an account or not',
  body: ResetRequest,
  answer: Done,
  problems: [],
});

/** The form on the page that the link opens. */
export const ResetForm = z.object({ password: NewPassword, confirmPassword: z.string() }).check(
  z.refine(({ password, confirmPassword }) => password === confirmPassword, {
    path: ['confirmPassword'],
    message: "Passwords don't match",
    when: ({ value }) => typeof value === 'object' && value !== null,
  }),
);

export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/auth/password-reset',
  who: 'anyone',
  summary:
    'Sets a new password with the token of a mailed link, which works once and for 60 minutes; ends all sessions',
  body: z.object({ token: LinkToken, password: NewPassword }),
  answer: Done,
  problems: ['not_found'],
});
