/** The account page: what a signed-in person can change, see and delete. */
import * as z from 'zod/mini';
import { endpoint } from '#shared/endpoint.ts';
import { CurrentUser } from './contract.ts';
import { Email, NewPassword, Password, Username } from './sign-in-contract.ts';

const Done = z.object({ message: z.string() });

export const UsernameForm = z.object({ username: Username });

export const changeUsername = endpoint({
  method: 'POST',
  path: '/api/account/username',
  who: 'signed-in',
  summary: 'Changes the username',
  body: UsernameForm,
  answer: CurrentUser,
  problems: ['conflict'],
});

export const EmailForm = z.object({ email: Email, password: Password });

export const changeEmail = endpoint({
  method: 'POST',
  path: '/api/account/email',
  who: 'signed-in',
  summary:
    'Asks for another e-mail: it changes once the links mailed to the old and to the new one were both followed; an old one that was never confirmed gets none',
  body: EmailForm,
  answer: Done,
  status: 202,
  problems: [],
});

export const PendingEmailChange = z.object({
  email: z.string(),
  /** Null: nobody has asked the old mailbox, because it was never confirmed before. */
  oldConfirmed: z.nullable(z.boolean()),
  newConfirmed: z.boolean(),
  /** Until then the links work. */
  expiresAt: z.string(),
});
export type PendingEmailChange = z.infer<typeof PendingEmailChange>;

/** A change of e-mail that staff have started because the old mailbox is lost. */
export const GuardedEmailChange = z.object({
  email: z.string(),
  /** Not before. */
  dueAt: z.string(),
  /** The new mailbox has followed its link. */
  isConfirmed: z.boolean(),
});
export type GuardedEmailChange = z.infer<typeof GuardedEmailChange>;

export const getEmailChange = endpoint({
  method: 'GET',
  path: '/api/account/email-change',
  who: 'signed-in',
  summary: 'A change of e-mail that waits for its links to be followed, and one that staff have started; or null',
  answer: z.object({ pending: z.nullable(PendingEmailChange), guarded: z.nullable(GuardedEmailChange) }),
  problems: [],
});

export const mailEmailChangeAgain = endpoint({
  method: 'POST',
  path: '/api/account/email-change/mails',
  who: 'signed-in',
  summary: 'Mails the links of a change of e-mail that were not followed yet once more; earlier ones stop working',
  answer: Done,
  status: 202,
  problems: ['not_found'],
});

export const takeEmailChangeBack = endpoint({
  method: 'DELETE',
  path: '/api/account/email-change',
  who: 'signed-in',
  summary: 'Takes a change of e-mail back that has not happened yet; its links stop working',
  answer: Done,
  problems: ['not_found'],
});

export const stopEmailChange = endpoint({
  method: 'DELETE',
  path: '/api/account/email-change/guarded',
  who: 'signed-in',
  summary: 'Stops a change of e-mail that staff have started; its links stop working',
  answer: Done,
  problems: ['not_found'],
});

export const ChangePasswordBody = z.object({ currentPassword: Password, newPassword: NewPassword });

export const changePassword = endpoint({
  method: 'POST',
  path: '/api/account/password',
  who: 'signed-in',
  summary: 'Changes the password; ends every other session, and gives this one a new cookie',
  body: ChangePasswordBody,
  answer: Done,
  problems: [],
});

export const SessionInfo = z.object({
  id: z.string(),
  /** 'Firefox on Windows'. */
  device: z.string(),
  /** '203.0.113.x': the network from which this session was begun. */
  network: z.string(),
  createdAt: z.string(),
  lastUsedAt: z.string(),
  /** The session that makes this call. */
  isCurrent: z.boolean(),
});
export type SessionInfo = z.infer<typeof SessionInfo>;

export const listSessions = endpoint({
  method: 'GET',
  path: '/api/account/sessions',
  who: 'signed-in',
  summary: 'Where this person is signed in, the latest used first',
  answer: z.array(SessionInfo),
  problems: [],
});

export const endOneSession = endpoint({
  method: 'DELETE',
  path: '/api/account/sessions/{id}',
  who: 'signed-in',
  freshProof: true,
  summary: 'Ends one of this person’s sessions',
  params: z.object({ id: z.uuid() }),
  answer: Done,
  problems: ['not_found'],
});

export const endOtherSessions = endpoint({
  method: 'DELETE',
  path: '/api/account/sessions',
  who: 'signed-in',
  freshProof: true,
  summary: 'Ends every session of this person but the one that asks',
  answer: Done,
  problems: [],
});

/** The password turns a second factor off, and proves that it is still the same person. */
export const PasswordForm = z.object({ password: Password });

export const proveIdentity = endpoint({
  method: 'POST',
  path: '/api/auth/proof',
  who: 'signed-in',
  secondFactor: 'set-up',
  summary: 'Proves by the password that it is still the same person; gives the session a new cookie',
  body: PasswordForm,
  answer: Done,
  problems: [],
});
