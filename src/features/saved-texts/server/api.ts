import { requireUser } from '#features/accounts/server/current-user.ts';
import { serve } from '#server/http/serve.ts';
import * as contract from '../contract.ts';
import { listTexts, removeText, saveText } from './saved-texts.ts';

export const savedTextsApi = [
  serve(contract.listTexts, ({ params }, { db }) => listTexts(db, params.about)),
  serve(contract.saveText, ({ params, body }, { db, user }) =>
    saveText(db, { ...params, ...body, actorId: requireUser(user).id }),
  ),
  serve(contract.removeText, async ({ params }, { db, user }) => {
    await removeText(db, { ...params, actorId: requireUser(user).id });
    return { message: 'The saved text is removed.' };
  }),
];
