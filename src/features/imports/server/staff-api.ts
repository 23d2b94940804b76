import { answerPage } from '#server/http/list-page.ts';
import { serve } from '#server/http/serve.ts';
import * as contract from '../staff-contract.ts';
import { listImports, readImport, readImportRun } from './read-imports.ts';
import { startRun, startUndo, stopRun, storeUpload } from './start-import.ts';

const size = 50;

export const staffImportsApi = [
  serve(contract.listImports, async ({ query: { cursor } }, { db, setHeader }) => {
    const rows = await listImports(db, { cursor, limit: size + 1 });
    return answerPage(rows, { path: contract.listImports.path, query: {}, size, setHeader });
  }),
  serve(contract.uploadImport, ({ query, upload }, request, remember) =>
    storeUpload({ fileName: query.fileName, upload }, request, remember),
  ),
  serve(contract.getImport, ({ params }, { db }) => readImport(db, params.id)),
  serve(contract.startImportRun, async ({ params, body }, request) =>
    readImportRun(request, await startRun({ uploadId: params.id, ...body }, request)),
  ),
  serve(contract.getImportRun, ({ params }, request) => readImportRun(request, params.id)),
  serve(contract.undoImportRun, async ({ params }, request) =>
    readImportRun(request, await startUndo(params.id, request)),
  ),
  serve(contract.stopImportRun, async ({ params }, request) => {
    await stopRun(params.id, request);
    return readImportRun(request, params.id);
  }),
];
