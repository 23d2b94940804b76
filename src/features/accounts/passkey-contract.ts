/** Passkeys (WebAuthn): a key that a phone, computer or security key holds, and that opens the account alone or after the password. */
import * as z from 'zod/mini';
import { endpoint } from '#shared/endpoint.ts';
import { CurrentUser } from './contract.ts';

const base64url = (maxLength: number) => z.string().check(z.regex(/^[\w-]+$/), z.maxLength(maxLength));

const keyName = 'Please give it a name of at most 60 characters';
const PasskeyName = z
  .string(keyName)
  .check(
    z.trim(),
    z.normalize('NFC'),
    z.minLength(1, keyName),
    z.maxLength(60, keyName),
    z.regex(/^\P{C}*$/u, keyName),
  );

/** A key of the account, in the form that browsers ask for. */
const KnownKey = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.string()),
});

const Question = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number(),
  userVerification: z.literal('required'),
  /** Left out for strangers: the browser offers what it has, so that nobody learns which accounts exist. */
  allowCredentials: z.optional(z.array(KnownKey)),
});

const NewKey = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.number(), type: z.literal('public-key') })),
  timeout: z.number(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(KnownKey),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
});

const Answered = z.object({
  id: base64url(1400),
  rawId: base64url(1400),
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: base64url(8000),
    authenticatorData: base64url(8000),
    signature: base64url(8000),
    userHandle: z.optional(base64url(100)),
  }),
});
export type PasskeyAnswer = z.infer<typeof Answered>;

const Made = z.object({
  id: base64url(1400),
  rawId: base64url(1400),
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: base64url(8000),
    attestationObject: base64url(20_000),
    transports: z.optional(z.array(z.string().check(z.maxLength(20))).check(z.maxLength(10))),
  }),
});
export type MadePasskey = z.infer<typeof Made>;

export const askToLogIn = endpoint({
  method: 'POST',
  path: '/api/auth/passkeys/log-in-challenge',
  who: 'anyone',
  limit: 'passkey-challenge',
  summary: 'The question that a passkey answers to log in; good once, for 5 minutes, in this browser',
  answer: Question,
  problems: [],
});

export const logInByPasskey = endpoint({
  method: 'POST',
  path: '/api/auth/passkeys/log-in',
  who: 'anyone',
  summary: 'Signs in with a passkey alone: it counts as both factors',
  body: z.object({ credential: Answered }),
  answer: CurrentUser,
  problems: ['wrong_credentials'],
});

export const askForPasskey = endpoint({
  method: 'POST',
  path: '/api/auth/passkeys/challenge',
  who: 'signed-in',
  secondFactor: 'not-asked',
  limit: 'passkey-challenge',
  summary:
    'The question that a passkey of this person answers as second factor or fresh proof; good once, for 5 minutes',
  answer: Question,
  problems: ['conflict'],
});

export const giveByPasskey = endpoint({
  method: 'POST',
  path: '/api/auth/passkeys/proof',
  who: 'signed-in',
  secondFactor: 'not-asked',
  summary: 'Gives this session its second factor by a passkey, or proves once more that it is the same person',
  body: z.object({ credential: Answered }),
  answer: CurrentUser,
  problems: [],
});

export const setUpPasskey = endpoint({
  method: 'POST',
  path: '/api/auth/passkeys/setup',
  who: 'signed-in',
  secondFactor: 'set-up',
  freshProof: true,
  summary: 'Begins to add a passkey; the answer is what the browser asks the device for',
  answer: NewKey,
  problems: ['conflict'],
});

export const addPasskey = endpoint({
  method: 'POST',
  path: '/api/auth/passkeys',
  who: 'signed-in',
  secondFactor: 'set-up',
  freshProof: true,
  summary:
    'Adds the passkey that the device made; with the first factor of an account come its recovery codes, shown this once',
  body: z.object({ name: z.optional(PasskeyName), credential: Made }),
  answer: z.object({ recoveryCodes: z.array(z.string()) }),
  status: 201,
  problems: ['conflict'],
});

const params = z.object({ id: z.uuid() });
export const PasskeyNameForm = z.object({ name: PasskeyName });

export const renamePasskey = endpoint({
  method: 'PATCH',
  path: '/api/auth/passkeys/{id}',
  who: 'signed-in',
  summary: 'Names one of this person’s passkeys',
  params,
  body: PasskeyNameForm,
  answer: z.object({ message: z.string() }),
  problems: ['not_found'],
});

export const removePasskey = endpoint({
  method: 'DELETE',
  path: '/api/auth/passkeys/{id}',
  who: 'signed-in',
  freshProof: true,
  summary: 'Removes one of this person’s passkeys; it opens nothing any more',
  params,
  answer: z.object({ message: z.string() }),
  problems: ['not_found'],
});

export const PasskeyInfo = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: z.string(),
  lastUsedAt: z.nullable(z.string()),
  /** The host name of the site for which it was made; null where that is not known yet. */
  host: z.nullable(z.string()),
});
export type PasskeyInfo = z.infer<typeof PasskeyInfo>;

export const getSecondFactor = endpoint({
  method: 'GET',
  path: '/api/auth/second-factor',
  who: 'signed-in',
  summary: 'The second factors of this person: an authenticator app, passkeys, and how many recovery codes are left',
  answer: z.object({ app: z.boolean(), passkeys: z.array(PasskeyInfo), codesLeft: z.int() }),
  problems: [],
});
