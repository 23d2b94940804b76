import { type ApiRequest, serve } from '#server/http/serve.ts';
import {
  addPasskey,
  askForPasskey,
  askToLogIn,
  getSecondFactor,
  giveByPasskey,
  logInByPasskey,
  removePasskey,
  renamePasskey,
  setUpPasskey,
} from '../passkey-contract.ts';
import { asCurrentUser, newlySignedIn, requireUser, requireWholeSession } from './current-user.ts';
import { rememberBrowser } from './known-browser.ts';
import { logInWithPasskey } from './log-in-passkey.ts';
import {
  addPasskeyOf,
  beginPasskey,
  factorsOf,
  makeQuestion,
  passByPasskey,
  removePasskeyOf,
  renamePasskeyOf,
} from './passkeys.ts';
import { setSessionCookies } from './session-cookies.ts';

/** Answers with the cookies of a session that has its second factor. */
async function giveSession({ userId, token }: { userId: string; token: string }, request: ApiRequest): Promise<void> {
  await setSessionCookies(request.db, request, token);
  await rememberBrowser(request, userId, { gaveSecondFactor: true });
}

export const passkeyApi = [
  serve(askToLogIn, (_, request) => makeQuestion('log-in', request)),
  serve(logInByPasskey, async ({ body }, request) => {
    const session = await logInWithPasskey(body.credential, request);
    await giveSession(session, request);
    return newlySignedIn(request, session.userId, { secondFactorAt: request.now() });
  }),
  serve(getSecondFactor, (_, { db, user }) => factorsOf(db, requireUser(user).id)),
  serve(askForPasskey, (_, request) => makeQuestion('proof', request, requireUser(request.user).id)),
  serve(giveByPasskey, async ({ body }, request) => {
    const user = requireUser(request.user);
    await giveSession({ userId: user.id, token: await passByPasskey(user, body.credential, request) }, request);
    return { ...asCurrentUser(user), secondFactor: 'given' as const };
  }),
  serve(setUpPasskey, (_, request) => beginPasskey(requireWholeSession(request.user), request)),
  serve(addPasskey, async ({ body }, request) => {
    const user = requireWholeSession(request.user);
    const { recoveryCodes, token } = await addPasskeyOf(user, body, request);
    await giveSession({ userId: user.id, token }, request);
    return { recoveryCodes };
  }),
  serve(renamePasskey, async ({ params, body }, request) => {
    await renamePasskeyOf(requireWholeSession(request.user), params.id, body.name, request);
    return { message: `This passkey is called ${body.name} now.` };
  }),
  serve(removePasskey, async ({ params }, request) => {
    await removePasskeyOf(requireWholeSession(request.user), params.id, request);
    return {
      message:
        'The passkey is removed here, and every other device was signed out. Your device may still offer it; you can delete it there, too.',
    };
  }),
];
