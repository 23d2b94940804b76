import { serve } from '#server/http/serve.ts';
import * as contract from '../staff-contract.ts';
import { letBe, listFailedMails, putBack, sendAgain, sendAllAgain } from './failed-mails.ts';

export const failedMailsApi = [
  serve(contract.listFailedMails, (_, { db }) => listFailedMails(db)),
  serve(contract.sendFailedMail, ({ params }, request) => sendAgain(params.id, request)),
  serve(contract.sendFailedMails, ({ body }, request) => sendAllAgain(body.ids, request)),
  serve(contract.letFailedMailBe, async ({ params }, request) => {
    await letBe(params.id, request);
    return { isGone: true };
  }),
  serve(contract.putFailedMailBack, async ({ params }, request) => {
    await putBack(params.id, request);
    return { isBack: true };
  }),
];
