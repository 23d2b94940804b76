/** Sign-up, log-in and log-out: the forms and their calls. Apart from contract.ts, which every page loads. */
import * as z from 'zod/mini';
import { endpoint } from '#shared/endpoint.ts';
import { CurrentUser } from './contract.ts';

const maxEmailLength = 254;

const noControls = /^\P{C}*$/u;

/** 3 to 40 characters (docs/product-rules.md#sign-up-and-log-in). */
export const Username = z
  .string('Username must be at least 3 characters')
  .check(
    z.trim(),
    z.normalize('NFC'),
    z.minLength(3, 'Username must be at least 3 characters'),
    z.maxLength(40, 'Username must be at most 40 characters'),
    z.regex(noControls, 'Username has a character that cannot be shown'),
  );
export const Email = z
  .string('Invalid email address')
  .check(z.trim(), z.email('Invalid email address'), z.maxLength(maxEmailLength, 'Invalid email address'));
/** A new password. The server also refuses the most common ones. */
export const NewPassword = z
  .string('Password must be at least 8 characters')
  .check(
    z.minLength(8, 'Password must be at least 8 characters'),
    z.maxLength(256, 'Password must be at most 256 characters'),
  );
/** A password to be checked against the stored one, whatever its form. */
export const Password = z
  .string('Password is required')
  .check(z.minLength(1, 'Password is required'), z.maxLength(1000, 'Password must be at most 256 characters'));

export const RegisterBody = z.object({
  username: Username,
  email: Email,
  password: NewPassword,
  /** The token of an invitation that was mailed to this address: it proves the mailbox. */
  invitation: z.optional(z.string().check(z.maxLength(100))),
});
export type RegisterBody = z.infer<typeof RegisterBody>;
/** The form on the sign-up page. */
export const SignUpForm = z.object({ ...RegisterBody.shape, confirmPassword: z.string() }).check(
  z.refine(({ password, confirmPassword }) => password === confirmPassword, {
    path: ['confirmPassword'],
    message: "Passwords don't match",
    // Checked even when other fields are refused, so that people see all errors at once.
    when: ({ value }) => typeof value === 'object' && value !== null,
  }),
);

export const LogInBody = z.object({ email: Email, password: Password });
export type LogInBody = z.infer<typeof LogInBody>;

/** For a browser without script, in which no page can say more about the account. */
export const signedUpMessage =
  'Your account is there, and you are logged in. A mail is on its way to you: please open the link in it, so that we know that the address is yours.';

export const register = endpoint({
  method: 'POST',
  path: '/api/auth/register',
  who: 'anyone',
  limit: 'registration',
  creates: 'itself',
  summary: 'Makes an account and signs it in',
  body: RegisterBody,
  answer: CurrentUser,
  status: 201,
  problems: [],
});

export const logIn = endpoint({
  method: 'POST',
  path: '/api/auth/login',
  who: 'anyone',
  summary: 'Signs in; never says whether the e-mail or the password was wrong',
  body: LogInBody,
  answer: CurrentUser,
  problems: ['wrong_credentials', 'forbidden'],
});

export const logOut = endpoint({
  method: 'POST',
  path: '/api/auth/logout',
  who: 'anyone',
  summary: 'Ends the session of this browser; doing it twice is no mistake',
  answer: z.object({ message: z.string() }),
  problems: [],
});
