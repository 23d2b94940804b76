import type { LetterKinds } from '#features/conversations/server/letter-kinds.ts';
import { undoAct } from '#features/staff-frame/undo-contract.ts';
import { serve } from '#server/http/serve.ts';
import { undoActs } from './undo-act.ts';

export const undoApi = (kinds: LetterKinds) => [
  serve(undoAct, async ({ body }, request) => {
    const { stayed } = await undoActs(body.subjectId, request, kinds);
    if (stayed === 0) return { message: 'It is as it was.' };
    const those = stayed === 1 ? 'one, which has' : `${stayed}, which have`;
    return { message: `It is as it was, except for ${those} been changed since.` };
  }),
];
