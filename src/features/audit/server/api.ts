import { answerPage } from '#server/http/list-page.ts';
import { serve } from '#server/http/serve.ts';
import { listAudit as listAuditEndpoint } from '../contract.ts';
import { listAudit } from './list-audit.ts';

const size = 50;

export const auditApi = [
  serve(listAuditEndpoint, async ({ query: { cursor, ...search } }, { db, city, setHeader }) => {
    const rows = await listAudit(db, search, { cursor, limit: size + 1, timeZone: city.facts.timeZone });
    return answerPage(rows, { path: listAuditEndpoint.path, query: search, size, setHeader });
  }),
];
