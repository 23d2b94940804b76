import { requireUser } from '#features/accounts/server/current-user.ts';
import { answerPage } from '#server/http/list-page.ts';
import { type ApiRequest, serve } from '#server/http/serve.ts';
import * as contract from '../staff-contract.ts';
import { createIssue, deleteIssue, saveIssue } from './issues/edit-issue.ts';
import { listChoices } from './issues/list-choices.ts';
import { listFailures, listIssues, readIssue, readProgress } from './issues/read-issue.ts';
import { sendTestMail } from './issues/send-test-mail.ts';
import { pauseIssue, resumeIssue, scheduleIssue, sendIssue, unscheduleIssue } from './issues/steer-issue.ts';
import { readSettings, savePace } from './settings.ts';

const issuesAtOnce = 30;
const failuresAtOnce = 50;

const actorOf = ({ user }: ApiRequest) => requireUser(user).id;

export const staffNewsletterApi = [
  serve(contract.listIssues, async ({ query: { cursor } }, { db, setHeader }) => {
    const rows = await listIssues(db, { cursor, limit: issuesAtOnce + 1 });
    return answerPage(rows, { path: contract.listIssues.path, query: {}, size: issuesAtOnce, setHeader });
  }),
  serve(contract.createIssue, async ({ body }, request) =>
    readIssue(request, await createIssue(request, { from: body.from, actorId: actorOf(request) })),
  ),
  serve(contract.getIssue, ({ params }, request) => readIssue(request, params.id)),
  serve(contract.saveIssue, async ({ params, body: { version, ...form } }, request) => {
    await saveIssue(request, { id: params.id, version, form, actorId: actorOf(request) });
    return readIssue(request, params.id);
  }),
  serve(contract.deleteIssue, async ({ params }, request) => {
    await deleteIssue(request, { id: params.id, actorId: actorOf(request) });
    return {};
  }),
  serve(contract.sendTestMail, async ({ params }, request) => {
    const user = requireUser(request.user);
    await sendTestMail(request, { id: params.id, user });
    return { to: user.email };
  }),
  serve(contract.scheduleIssue, async ({ params, body }, request) => {
    await scheduleIssue(request, { id: params.id, ...body, actorId: actorOf(request) });
    return readIssue(request, params.id);
  }),
  serve(contract.unscheduleIssue, async ({ params }, request) => {
    await unscheduleIssue(request, { id: params.id, actorId: actorOf(request) });
    return readIssue(request, params.id);
  }),
  serve(contract.sendIssue, async ({ params, body }, request) => {
    await sendIssue(request, { id: params.id, version: body.version, actorId: actorOf(request) });
    return readIssue(request, params.id);
  }),
  serve(contract.pauseIssue, async ({ params }, request) => {
    await pauseIssue(request, { id: params.id, actorId: actorOf(request) });
    return readProgress(request.db, params.id);
  }),
  serve(contract.resumeIssue, async ({ params }, request) => {
    await resumeIssue(request, { id: params.id, actorId: actorOf(request) });
    return readProgress(request.db, params.id);
  }),
  serve(contract.getProgress, ({ params }, { db }) => readProgress(db, params.id)),
  serve(contract.listFailures, async ({ params: { id }, query: { cursor } }, { db, setHeader }) => {
    const rows = await listFailures(db, { issueId: id, cursor, limit: failuresAtOnce + 1 });
    const path = contract.listFailures.path.replace('{id}', id);
    return answerPage(rows, { path, query: {}, size: failuresAtOnce, setHeader });
  }),
  serve(contract.listChoices, ({ query }, request) => listChoices(request, query)),
  serve(contract.getSettings, (_, request) => readSettings(request)),
  serve(contract.saveSettings, async ({ body }, request) => {
    await savePace(request.db, { ...body, actorId: actorOf(request) });
    return body;
  }),
];
