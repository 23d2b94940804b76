import { writeAudit } from '#features/audit/server/write-audit.ts';
import { takeFromLimit } from '#server/http/rate-limit.ts';
import { serve } from '#server/http/serve.ts';
import { Problem } from '#shared/problem.ts';
import {
  changeEmail,
  changePassword,
  changeUsername,
  endOneSession,
  endOtherSessions,
  getEmailChange,
  listSessions,
  mailEmailChangeAgain,
  proveIdentity as proveIdentityContract,
  stopEmailChange,
  takeEmailChangeBack,
} from '../account-contract.ts';
import { downloadData } from '../download-contract.ts';
import { askForEmailChange } from './change-email.ts';
import { changeOwnPassword } from './change-password.ts';
import { setUsername } from './change-username.ts';
import { checkOwnPassword } from './check-own-password.ts';
import { collectData } from './collect-data.ts';
import { asCurrentUser, requireUser, requireWholeSession } from './current-user.ts';
import { endSession, endSessions } from './end-sessions.ts';
import { guardedChangeOf, stopOwnGuardedChange } from './guarded-email-change.ts';
import { rememberBrowser } from './known-browser.ts';
import { sessionsOf } from './list-sessions.ts';
import { mailboxKey } from './mailbox-key.ts';
import { mailChangeAgain, pendingEmailChange, takeChangeBack } from './pending-email-change.ts';
import { proveIdentity } from './prove-identity.ts';
import { setSessionCookies } from './session-cookies.ts';

export const accountApi = [
  serve(changeUsername, async ({ body }, request) => {
    const person = requireWholeSession(request.user);
    await setUsername(person, body.username, request);
    return { ...asCurrentUser(person), username: body.username };
  }),
  serve(changeEmail, async ({ body }, request) => {
    const user = requireWholeSession(request.user);
    await checkOwnPassword(user, body.password, request);
    await takeFromLimit(request.db, 'change-email', user.id, request.now());
    await takeFromLimit(request.db, 'change-email-mailbox', mailboxKey(body.email), request.now());
    await askForEmailChange(user, body.email, request);
    return {
      message: user.emailVerified
        ? `We sent a link to ${user.email} and one to ${body.email}. Please follow both.`
        : `We sent a link to ${body.email}. Please follow it: your account then uses that address.`,
    };
  }),
  serve(getEmailChange, async (_, { db, user, now }) => ({
    pending: await pendingEmailChange(db, requireUser(user).id, now()),
    guarded: await guardedChangeOf(db, requireUser(user).id),
  })),
  serve(stopEmailChange, async (_, request) => {
    await stopOwnGuardedChange(requireWholeSession(request.user), request);
    return { message: 'Your email stays as it is.' };
  }),
  serve(mailEmailChangeAgain, async (_, request) => {
    const user = requireWholeSession(request.user);
    const pending = await pendingEmailChange(request.db, user.id, request.now());
    if (pending === null) throw new Problem('not_found', 'There is no change to confirm any more.');
    await takeFromLimit(request.db, 'change-email', user.id, request.now());
    await takeFromLimit(request.db, 'change-email-mailbox', mailboxKey(pending.email), request.now());
    await mailChangeAgain(user, pending.email, request);
    const isOne = pending.oldConfirmed !== false || pending.newConfirmed;
    return {
      message: `${isOne ? 'The link is on its' : 'The links are on their'} way again. Earlier ones do not work any more.`,
    };
  }),
  serve(takeEmailChangeBack, async (_, request) => {
    await takeChangeBack(requireWholeSession(request.user), request);
    return { message: 'Your email stays as it is.' };
  }),
  serve(changePassword, async ({ body }, request) => {
    const token = await changeOwnPassword(requireWholeSession(request.user), body, request);
    await setSessionCookies(request.db, request, token);
    const { id, secondFactor } = requireUser(request.user);
    await rememberBrowser(request, id, { gaveSecondFactor: secondFactor === 'given' });
    return { message: 'Your password is changed. Every other device was signed out.' };
  }),
  serve(proveIdentityContract, async ({ body }, request) => {
    const token = await proveIdentity(requireWholeSession(request.user), body.password, request);
    await setSessionCookies(request.db, request, token);
    return { message: 'Thank you.' };
  }),
  serve(listSessions, async (_, { db, user, now }) => {
    const { id, sessionId } = requireUser(user);
    return sessionsOf(db, id, { now: now(), currentId: sessionId });
  }),
  serve(endOneSession, async ({ params }, { db, user }) => {
    const person = requireWholeSession(user);
    await db.transaction(async (tx) => {
      if (!(await endSession(tx, person.id, params.id))) throw new Problem('not_found', 'This session has ended.');
      const subject = { subjectType: 'user', subjectId: person.id };
      await writeAudit(tx, { actorId: person.id, action: 'account.session-ended', ...subject });
    });
    return { message: 'That device is signed out.' };
  }),
  serve(endOtherSessions, async (_, { db, user }) => {
    const person = requireWholeSession(user);
    await db.transaction(async (tx) => {
      const ended = await endSessions(tx, person.id, { keep: person.sessionId });
      const subject = { subjectType: 'user', subjectId: person.id };
      await writeAudit(tx, { actorId: person.id, action: 'account.other-sessions-ended', ...subject, data: { ended } });
    });
    return { message: 'Every other device is signed out.' };
  }),
  serve(downloadData, async (_, { db, user, now, setHeader }) => {
    const person = requireWholeSession(user);
    setHeader('Content-Disposition', 'attachment; filename="my-data.json"');
    const data = await collectData(db, person, now());
    const subject = { subjectType: 'user', subjectId: person.id };
    await writeAudit(db, { actorId: person.id, action: 'account.data-exported', ...subject });
    return data;
  }),
];
