import { undoAct } from '#features/staff-frame/undo-contract.ts';
import { serve } from '#server/http/serve.ts';
import { undoLastAct } from './undo-act.ts';

export const undoApi = [
  serve(undoAct, async ({ body }, request) => {
    await undoLastAct(body.subjectId, request);
    return { message: 'It is as it was.' };
  }),
];
