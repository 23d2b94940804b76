/** Checks what a device signed, with the library that is loaded at its first use: it takes a while and much memory. */
import { eq } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { passkeys } from '#server/db/schema/index.ts';
import type { Env } from '#server/env.ts';
import type { ApiRequest } from '#server/http/serve.ts';
import { Problem } from '#shared/problem.ts';
import type { MadePasskey, PasskeyAnswer } from '../passkey-contract.ts';
import { type ChallengePurpose, takeChallenge } from './passkey-challenges.ts';

type Passkey = typeof passkeys.$inferSelect;

/** ES256, which every device has, then Ed25519 and RS256. */
export const keyKinds = [-7, -8, -257];

const webauthn = () => import('@simplewebauthn/server');

/** The address in the browser and the name to which keys are bound: both of SITE_URL, never of the request. */
export function siteOf({ siteUrl }: Pick<Env, 'siteUrl'>): { expectedOrigin: string; expectedRPID: string } {
  const { origin, hostname } = new URL(siteUrl);
  return { expectedOrigin: origin, expectedRPID: hostname };
}

/** The person's id as keys hold it. */
export const handleOf = (userId: string): string => Buffer.from(userId).toString('base64url');

interface Refusals {
  /** Made for an account's id, undefined when the key is nobody's. */
  refused: (account: string | undefined) => Problem;
  copied: (account: string) => Problem;
}

const notKnown =
  'This passkey does not open an account here, or the request was too old. Please try again or use your password.';
const notYours = 'This passkey is not one of your account, or the request was too old. Please try again.';
const copied = 'This passkey may have been copied, so it is not taken. Please log in another way and remove it.';

export const logInRefusals: Refusals = {
  refused: (account) => refuseLogIn(notKnown, account),
  copied: (account) => refuseLogIn(copied, account),
};

function refuseLogIn(text: string, account: string | undefined): Problem {
  return new Problem('wrong_credentials', text, {
    trace: { refused: 'log-in', ...(account === undefined ? {} : { account }) },
  });
}

export const proofRefusals: Refusals = {
  refused: () => new Problem('invalid', notYours, { trace: { refused: 'second-factor' } }),
  copied: () => new Problem('invalid', copied, { trace: { refused: 'second-factor' } }),
};

interface CheckedPasskey {
  id: string;
  userId: string;
  counter: number;
}

/**
 * Checks an answer and uses its challenge up. The counter is compared in `notePasskeyUse`, under a lock.
 * @param of the person whose key it has to be; undefined: the key says who it is
 * @throws Problem of `refusals`
 */
export async function checkPasskey(
  answer: PasskeyAnswer,
  { purpose, of, refusals }: { purpose: ChallengePurpose; of?: string; refusals: Refusals },
  request: ApiRequest,
): Promise<CheckedPasskey> {
  const { clientDataJSON, userHandle, ...rest } = answer.response;
  const expectedChallenge = await takeChallenge(clientDataJSON, purpose, request);
  const [passkey] = await request.db.select().from(passkeys).where(eq(passkeys.credentialId, answer.id));
  if (passkey === undefined || expectedChallenge === null) throw refusals.refused(passkey?.userId);
  const { id, userId } = passkey;
  // A key that says who it is names the person; one that was asked for by its id may leave that out.
  const handle = userHandle ?? (of === undefined ? undefined : handleOf(of));
  if (handle !== handleOf(userId) || (of !== undefined && of !== userId)) throw refusals.refused(userId);

  const { verifyAuthenticationResponse } = await webauthn();
  const verified = await verifyAuthenticationResponse({
    ...siteOf(request.env),
    expectedChallenge,
    requireUserVerification: true,
    response: { ...answer, response: { clientDataJSON, ...rest }, clientExtensionResults: {} },
    credential: { id: passkey.credentialId, publicKey: new Uint8Array(passkey.publicKey), counter: 0 },
  }).catch(() => null);
  if (!verified?.verified) throw refusals.refused(userId);
  return { id, userId, counter: verified.authenticationInfo.newCounter };
}

/**
 * Notes that a checked passkey was used. Call it with the person's row locked.
 * @throws Problem when the device's counter did not rise, or the passkey was removed at this moment
 */
export async function notePasskeyUse(
  tx: Database,
  { id, userId, counter }: CheckedPasskey,
  { at, refusals }: { at: Date; refusals: Refusals },
): Promise<void> {
  const [known] = await tx
    .select({ counter: passkeys.counter })
    .from(passkeys)
    .where(eq(passkeys.id, id))
    .for('update');
  if (known === undefined) throw refusals.refused(userId);
  const counts = counter > 0 || known.counter > 0;
  if (counts && counter <= known.counter) throw refusals.copied(userId);
  await tx.update(passkeys).set({ counter, lastUsedAt: at }).where(eq(passkeys.id, id));
}

const notMade = () => new Problem('invalid', 'This passkey could not be checked. Please try again.');

type NewPasskey = Pick<Passkey, 'credentialId' | 'publicKey' | 'counter' | 'transports' | 'rpId'>;

/** Checks a new key and uses its challenge up. @throws Problem 'invalid' */
export async function checkNewPasskey(made: MadePasskey, request: ApiRequest): Promise<NewPasskey> {
  const { clientDataJSON, attestationObject, transports = [] } = made.response;
  const expectedChallenge = await takeChallenge(clientDataJSON, 'add', request);
  if (expectedChallenge === null) throw notMade();
  if (await isAttested(attestationObject)) throw notMade();
  const { verifyRegistrationResponse } = await webauthn();
  const verified = await verifyRegistrationResponse({
    ...siteOf(request.env),
    expectedChallenge,
    requireUserVerification: true,
    supportedAlgorithmIDs: keyKinds,
    response: { ...made, response: { clientDataJSON, attestationObject }, clientExtensionResults: {} },
  }).catch(() => null);
  if (!verified?.verified) throw notMade();
  const { id, publicKey, counter } = verified.registrationInfo.credential;
  // The library has compared neither the length nor the two ids.
  if (id !== made.id || id.length > 1364) throw notMade();
  const rpId = siteOf(request.env).expectedRPID;
  return { credentialId: id, publicKey: Buffer.from(publicKey), counter, transports, rpId };
}

/** No certificate is asked for. One that comes all the same would make the library call the addresses that it names. */
async function isAttested(attestationObject: string): Promise<boolean> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers');
  try {
    const decoded = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, 'base64url')));
    const format = decoded.get('fmt');
    if (format === 'none') return false;
    return format !== 'packed' || decoded.get('attStmt').get('x5c') !== undefined;
  } catch {
    return true;
  }
}
