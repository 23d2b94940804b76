/** Hands a queued mail to the mail server, or puts it into the outbox folder where there is none. */
import { bindJob, HopelessJob, type JobRun } from '#server/jobs/bind-job.ts';
import { composeMessage } from './compose-message.ts';
import { openMailer, type SmtpError } from './open-mailer.ts';
import { type Mail, sendMail } from './send-mail.ts';

export const mailJob = bindJob(sendMail, deliverMail, { concurrency: 4 });

async function deliverMail(mail: Mail, run: JobRun): Promise<void> {
  const message = composeMessage(mail, run);
  const mailer = openMailer(run.env);
  try {
    await mailer.deliver(message, run.jobId, run.queuedAt);
  } catch (error) {
    if (isRefusedForGood(error as SmtpError)) throw new HopelessJob((error as Error).message, { cause: error });
    throw error;
  } finally {
    mailer.close();
  }
}

/** A 5xx for this mailbox or this message. Other 5xx (log-in, sender) are our own settings: they can be mended. */
function isRefusedForGood({ code, command, responseCode }: SmtpError): boolean {
  if (responseCode === undefined) return code === 'EENVELOPE';
  return responseCode >= 500 && (command === 'RCPT TO' || command === 'DATA');
}
