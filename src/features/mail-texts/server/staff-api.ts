import { requireUser } from '#features/accounts/server/current-user.ts';
import { type ServedEndpoint, serve } from '#server/http/serve.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { sendMail } from '#server/mail/send-mail.ts';
import * as contract from '../staff-contract.ts';
import { findMail, layOutDraft, listMails, type Mails, putMail, readMail, resetMail } from './mail-texts.ts';

export const mailTextsApi = (mails: Mails): readonly ServedEndpoint[] => [
  serve(contract.getMailTexts, async (_, request) => listMails(mails, request)),
  serve(contract.getMailText, ({ params }, request) => readMail(findMail(mails, params.name), request)),
  serve(contract.putMailText, async ({ params, body }, request) => {
    const mail = findMail(mails, params.name);
    await putMail(mail, body, request);
    return readMail(mail, request);
  }),
  serve(contract.resetMailText, async ({ params, query }, request) => {
    const mail = findMail(mails, params.name);
    await resetMail(mail, query, request);
    return readMail(mail, request);
  }),
  serve(contract.previewMailText, async ({ params, body }, request) => {
    const { subject, text } = layOutDraft(findMail(mails, params.name), body, request);
    return { subject, text };
  }),
  serve(contract.testMailText, async ({ params, body }, request) => {
    const { email: to } = requireUser(request.user);
    const letter = layOutDraft(findMail(mails, params.name), body, request);
    await enqueue(request.db, sendMail, { to, ...letter, subject: `Test: ${letter.subject}` });
    return { to };
  }),
];
