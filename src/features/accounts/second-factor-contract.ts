/** Codes from an authenticator app, open to everybody who has an account. */
import * as z from 'zod/mini';
import { endpoint } from '#shared/endpoint.ts';
import { CurrentUser } from './contract.ts';
import { Password } from './sign-in-contract.ts';

/** Six digits from the app, or a recovery code; spaces and hyphens are ignored. */
export const CodeForm = z.object({
  code: z
    .string('Please enter the code')
    .check(z.trim(), z.minLength(6, 'Please enter the code'), z.maxLength(40, 'Please enter the code')),
});

export const giveSecondFactor = endpoint({
  method: 'POST',
  path: '/api/auth/second-factor',
  who: 'signed-in',
  secondFactor: 'not-asked',
  summary:
    'Gives this session its second factor, or proves once more that it is the same person: a code of the authenticator app, or a recovery code, which works once',
  body: CodeForm,
  answer: CurrentUser,
  problems: ['conflict'],
});

export const setUpSecondFactor = endpoint({
  method: 'POST',
  path: '/api/auth/second-factor/setup',
  who: 'signed-in',
  secondFactor: 'set-up',
  freshProof: true,
  summary: 'Begins to set up an authenticator app; nothing is asked for until a code of it was given',
  answer: z.object({
    /** In Base32, for typing when there is no camera. */
    secret: z.string(),
    address: z.string(),
    /** The address as a QR code: an SVG path in a square of `size` units, quiet zone included. */
    qr: z.object({ size: z.int(), path: z.string() }),
  }),
  problems: ['conflict'],
});

export const confirmSecondFactor = endpoint({
  method: 'POST',
  path: '/api/auth/second-factor/confirm',
  who: 'signed-in',
  secondFactor: 'set-up',
  summary:
    'Ends the set-up with a first code; with the first factor of an account it answers the recovery codes, which are shown this once',
  body: CodeForm,
  answer: z.object({ recoveryCodes: z.array(z.string()) }),
  problems: ['conflict'],
});

export const makeNewRecoveryCodes = endpoint({
  method: 'POST',
  path: '/api/auth/second-factor/recovery-codes',
  who: 'signed-in',
  freshProof: true,
  summary: 'Makes new recovery codes, which are shown this once; the former ones stop working',
  answer: z.object({ recoveryCodes: z.array(z.string()) }),
  problems: ['conflict'],
});

export const turnOffSecondFactor = endpoint({
  method: 'POST',
  path: '/api/auth/second-factor/off',
  who: 'signed-in',
  summary: 'Turns the authenticator app off',
  body: z.object({ password: Password }),
  answer: z.object({ message: z.string() }),
  problems: [],
});
