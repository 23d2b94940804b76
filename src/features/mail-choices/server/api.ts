import { countUselessLink } from '#features/accounts/server/count-useless-link.ts';
import { requireUser, requireWholeSession } from '#features/accounts/server/current-user.ts';
import { type ApiRequest, serve } from '#server/http/serve.ts';
import { getLinkedChoice, getMailChoices, setMailChoice, startEmails, stopEmails } from '../contract.ts';
import { choose, listChoices, readLink } from './mail-choices.ts';

/** A mail program that presses the button for its readers has one address for many of them: links that work are never refused. */
const useLink = (token: string, isOn: boolean, request: ApiRequest) =>
  countUselessLink(request, async () => {
    const { userId, kind } = await readLink(request.db, token);
    await choose({ userId, kind, isOn }, request, 'link');
    return readLink(request.db, token);
  });

export const mailChoicesApi = [
  serve(getMailChoices, (_, { db, user }) => listChoices(db, requireUser(user).id)),
  serve(setMailChoice, async ({ body }, request) => {
    const { id: userId } = requireWholeSession(request.user);
    await choose({ ...body, userId }, request, 'account');
    return listChoices(request.db, userId);
  }),
  serve(getLinkedChoice, ({ query }, request) => {
    request.setHeader('Cache-Control', 'no-store');
    return countUselessLink(request, () => readLink(request.db, query.token));
  }),
  serve(stopEmails, ({ body }, request) => useLink(body.token, false, request)),
  serve(startEmails, ({ body }, request) => useLink(body.token, true, request)),
];
