import { serve } from '#server/http/serve.ts';
import {
  confirmSecondFactor,
  giveSecondFactor,
  makeNewRecoveryCodes,
  setUpSecondFactor,
  turnOffSecondFactor,
} from '../second-factor-contract.ts';
import { checkOwnPassword } from './check-own-password.ts';
import { asCurrentUser, requireUser, requireWholeSession } from './current-user.ts';
import { rememberBrowser } from './known-browser.ts';
import { renewRecoveryCodes } from './renew-recovery-codes.ts';
import { beginSetUp, confirmSetUp, passSecondFactor, turnOff } from './second-factor.ts';
import { setSessionCookies } from './session-cookies.ts';

export const secondFactorApi = [
  serve(giveSecondFactor, async ({ body }, request) => {
    const user = requireUser(request.user);
    const token = await passSecondFactor(user, body.code, request);
    await setSessionCookies(request.db, request, token);
    await rememberBrowser(request, user.id, { gaveSecondFactor: true });
    return { ...asCurrentUser(user), secondFactor: 'given' as const };
  }),
  serve(setUpSecondFactor, async (_, request) => beginSetUp(requireWholeSession(request.user), request)),
  serve(confirmSecondFactor, async ({ body }, request) => {
    const user = requireWholeSession(request.user);
    const { recoveryCodes, token } = await confirmSetUp(user, body.code, request);
    await setSessionCookies(request.db, request, token);
    await rememberBrowser(request, user.id, { gaveSecondFactor: true });
    return { recoveryCodes };
  }),
  serve(makeNewRecoveryCodes, async (_, request) => ({
    recoveryCodes: await renewRecoveryCodes(requireWholeSession(request.user), request),
  })),
  serve(turnOffSecondFactor, async ({ body }, request) => {
    const user = requireWholeSession(request.user);
    await checkOwnPassword(user, body.password, request);
    const isLast = await turnOff(user, request);
    const what = isLast ? 'No code is asked for any more.' : 'The app is turned off. Your passkeys stay.';
    return { message: `${what} Every other device was signed out.` };
  }),
];
