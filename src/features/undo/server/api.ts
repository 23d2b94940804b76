import type { LetterKinds } from '#features/conversations/server/letter-kinds.ts';
import { undoAct, undoMergeLater } from '#features/staff-frame/undo-contract.ts';
import { serve } from '#server/http/serve.ts';
import { undoActs } from './undo-act.ts';
import { undoMergeOfLast30Days } from './undo-merge-later.ts';

export const undoApi = (kinds: LetterKinds) => [
  serve(undoMergeLater, async ({ params, body }, request) => ({
    message: await undoMergeOfLast30Days({ into: params.id, merged: body.merged }, request),
  })),
  serve(undoAct, async ({ body }, request) => {
    const { stayed, wasBan } = await undoActs(body.subjectId, request, kinds);
    const but = wasBan ? ' But for the sessions: they stay ended, and the person logs in again.' : '';
    if (stayed === 0) return { message: `It is as it was.${but}` };
    const those = stayed === 1 ? 'one, which has' : `${stayed}, which have`;
    return { message: `It is as it was, except for ${those} been changed since.${but}` };
  }),
];
