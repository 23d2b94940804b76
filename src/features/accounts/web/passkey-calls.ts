/** Asks the browser for passkeys. Loaded only when somebody wants to use one. */
import { startAuthentication, startRegistration, WebAuthnError } from '@simplewebauthn/browser';
import type { QueryClient } from '@tanstack/react-query';
import type { Answer } from '#shared/endpoint.ts';
import { problemMessage } from '#web/api-client/api-error.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { dropCsrfToken } from '#web/api-client/csrf-token.ts';
import {
  addPasskey,
  askForPasskey,
  askToLogIn,
  giveByPasskey,
  logInByPasskey,
  setUpPasskey,
} from '../passkey-contract.ts';
import { currentUserQuery } from './current-user.ts';
import { withProof } from './with-proof.ts';

/** With an empty list of keys the browser offers all that it has for this site. */
function signWith({ allowCredentials = [], ...question }: Answer<typeof askForPasskey>) {
  return startAuthentication({ optionsJSON: { ...question, allowCredentials } });
}

export async function logInWithPasskey(client: QueryClient): Promise<void> {
  const credential = await signWith((await callApi(client, askToLogIn, {})).answer);
  await callApi(client, logInByPasskey, { body: { credential } });
}

/** Gives the session its second factor, or a fresh proof. */
export async function giveWithPasskey(client: QueryClient): Promise<void> {
  const credential = await signWith((await callApi(client, askForPasskey, {})).answer);
  const { answer } = await callApi(client, giveByPasskey, { body: { credential } });
  // The session has a new token, and with it a new CSRF token.
  dropCsrfToken();
  client.setQueryData(currentUserQuery.queryKey, answer);
}

/** Adds a passkey of this device. Returns the recovery codes with the account's first factor, else none. */
export function makePasskey(client: QueryClient): Promise<string[]> {
  // The question is bound to the session, which a proof begins anew: all of it is repeated.
  return withProof(client, async () => {
    const { answer: optionsJSON } = await callApi(client, setUpPasskey, {});
    const credential = await startRegistration({ optionsJSON });
    const { answer } = await callApi(client, addPasskey, { body: { credential } });
    dropCsrfToken();
    return answer.recoveryCodes;
  });
}

/** The reason in words; a browser says little about why somebody did not go on. */
export function passkeyProblem(error: unknown, otherwise: string): string {
  const isKnown = error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED';
  return isKnown ? 'This device has a passkey of your account already.' : problemMessage(error, otherwise);
}
