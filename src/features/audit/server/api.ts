import { answerPage } from '#server/http/list-page.ts';
import { serve } from '#server/http/serve.ts';
import { listAudit as listAuditEndpoint } from '../contract.ts';
import { listSecurityLog as listSecurityLogEndpoint } from '../security-contract.ts';
import { listAudit } from './list-audit.ts';
import { listSecurityLog } from './list-security-log.ts';
import { seenSubjects } from './seen-subjects.ts';

const size = 50;

export const auditApi = [
  serve(listAuditEndpoint, async ({ query: { cursor, ...search } }, { db, city, user, setHeader }) => {
    const subjectTypes = seenSubjects(user?.rights ?? []);
    const page = { cursor, limit: size + 1, timeZone: city.facts.timeZone, subjectTypes };
    const rows = await listAudit(db, search, page);
    return answerPage(rows, { path: listAuditEndpoint.path, query: search, size, setHeader });
  }),
  serve(listSecurityLogEndpoint, async ({ query: { cursor, ...search } }, { db, city, setHeader }) => {
    const rows = await listSecurityLog(db, search, { cursor, limit: size + 1, timeZone: city.facts.timeZone });
    return answerPage(rows, { path: listSecurityLogEndpoint.path, query: search, size, setHeader });
  }),
];
