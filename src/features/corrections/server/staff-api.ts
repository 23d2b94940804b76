import { answerPage } from '#server/http/list-page.ts';
import { serve } from '#server/http/serve.ts';
import * as contract from '../staff-contract.ts';
import { acceptCorrection, closeCorrection, undoCorrection } from './decide-correction.ts';
import { getCorrection, listCorrections } from './read-corrections.ts';

const size = 50;

export const staffCorrectionsApi = [
  serve(contract.listCorrections, async ({ query: { state, cursor } }, request) => {
    const rows = await listCorrections(request, { state, cursor, limit: size + 1 });
    return answerPage(rows, {
      path: contract.listCorrections.path,
      query: { state },
      size,
      setHeader: request.setHeader,
    });
  }),
  serve(contract.acceptCorrection, async ({ params, body }, request) => {
    await acceptCorrection(params.id, body.value, request);
    return getCorrection(request, params.id);
  }),
  serve(contract.closeCorrection, async ({ params, body }, request) => {
    await closeCorrection(params.id, body, request);
    return getCorrection(request, params.id);
  }),
  serve(contract.undoCorrection, async ({ params }, request) => {
    await undoCorrection(params.id, request);
    return getCorrection(request, params.id);
  }),
];
