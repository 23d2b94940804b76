import { checkOwnPassword } from '#features/accounts/server/check-own-password.ts';
import { requireWholeSession } from '#features/accounts/server/current-user.ts';
import type { BeforeDeletion } from '#features/accounts/server/delete-account.ts';
import { clearSessionCookies } from '#features/accounts/server/session-cookies.ts';
import { serve } from '#server/http/serve.ts';
import { formatDate } from '#shared/dates.ts';
import { deleteAccount, getLeaving, keepAccount } from '../contract.ts';
import { keepOwnAccount, leave } from './leave.ts';
import { readLeaving } from './read-leaving.ts';

/** @param beforeDeletion the work of other features before an account is deleted */
export const leavingApi = (beforeDeletion: readonly BeforeDeletion[]) => [
  serve(getLeaving, (_, request) => readLeaving(request, requireWholeSession(request.user).id)),
  serve(deleteAccount, async ({ body }, request) => {
    const { password, plans, keepContactEmail = false, keepNewsletter = false } = body;
    const user = requireWholeSession(request.user);
    await checkOwnPassword(user, password, request);
    const wish = { plans, keepContactEmail, leaveNewsletter: !keepNewsletter };
    const deletesAt = await leave(user, wish, request, beforeDeletion);
    if (deletesAt !== null) {
      const date = formatDate(deletesAt, request.city.facts.timeZone);
      return { message: `Your account will be deleted on ${date}.`, deletesAt: deletesAt.toISOString() };
    }
    clearSessionCookies(request);
    return { message: 'Your account is deleted.', deletesAt: null };
  }),
  serve(keepAccount, async (_, request) => {
    const goesOn = await keepOwnAccount(requireWholeSession(request.user), request);
    return { message: goesOn.length > 0 ? 'Your account stays, and your plans go on.' : 'Your account stays.', goesOn };
  }),
];
