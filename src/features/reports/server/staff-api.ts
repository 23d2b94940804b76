import { requireUser } from '#features/accounts/server/current-user.ts';
import { answerPage } from '#server/http/list-page.ts';
import { serve } from '#server/http/serve.ts';
import * as contract from '../staff-contract.ts';
import { listReports, markReport } from './staff-reports.ts';

const size = 50;

export const staffReportsApi = [
  serve(contract.listReports, async ({ query: { state, cursor } }, { db, setHeader }) => {
    const rows = await listReports(db, { state, cursor, limit: size + 1 });
    return answerPage(rows, { path: contract.listReports.path, query: { state }, size, setHeader });
  }),
  serve(contract.markReport, ({ params, body }, { db, user, now }) =>
    markReport(db, { id: params.id, resolved: body.resolved, actorId: requireUser(user).id, now: now() }),
  ),
];
