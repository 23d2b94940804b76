/** The API calls that a page makes for passkeys. */
import type { SoftwareAuthenticator } from './software-authenticator.ts';
import type { TestBrowser } from './test-browser.ts';

export type MakeQuestion = Parameters<SoftwareAuthenticator['make']>[0];
export type Question = Parameters<SoftwareAuthenticator['answer']>[0];
export type Odd = NonNullable<Parameters<SoftwareAuthenticator['answer']>[1]>;

/** @param path below /api/auth/passkeys */
export const passkeyCall = (as: TestBrowser, path: string, body: object = {}) =>
  as.post(`/api/auth/passkeys${path}`, { body });

export async function askForPasskey<Q>(as: TestBrowser, path: string): Promise<Q> {
  return (await (await passkeyCall(as, path)).json()) as Q;
}

export const sendPasskey = (as: TestBrowser, path: string, credential: object) => passkeyCall(as, path, { credential });
