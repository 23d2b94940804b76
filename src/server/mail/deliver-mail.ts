/** Hands a queued mail to the mail server, or writes it to the outbox folder when there is none. */
import { sql } from 'drizzle-orm';
import { bindJob, HopelessJob, type JobRun } from '#server/jobs/bind-job.ts';
import { inSpan } from '#server/tracing/spans.ts';
import { composeMessage } from './compose-message.ts';
import { openMailer, type SmtpError } from './open-mailer.ts';
import { isStillWanted } from './optional-mail.ts';
import { replyAddress } from './reply-address.ts';
import { unsealLinks } from './sealed-links.ts';
import { type Mail, sendMail } from './send-mail.ts';

export const mailJob = bindJob(sendMail, deliverMail, { concurrency: 4 });

async function deliverMail(queued: Mail, run: JobRun): Promise<void> {
  const mail = unsealLinks(queued);
  if (mail === null) throw new HopelessJob('the key of another site sealed the links of this mail');
  if (mail.optional && !(await isStillWanted(run.db, mail.optional))) return;
  const { thread } = mail;
  const inbound = thread && run.env.inbound?.address;
  const answerTo = thread && inbound ? await replyAddress(run.db, inbound, thread) : undefined;
  const message = composeMessage(mail, run, answerTo);
  const mailer = openMailer(run.env);
  try {
    await inSpan({ name: 'hand over a mail', kind: 'call' }, () => mailer.deliver(message, run.jobId, run.queuedAt));
  } catch (error) {
    const isHopeless = isRefusedForGood(error as SmtpError);
    // The server's answer may name the mailbox, and a dead letter keeps its payload for a year.
    if (mail.forget && (isHopeless || run.retryCount >= sendMail.queue.retryLimit)) {
      run.log.warn({ part: 'mail', job: run.jobId }, 'a last mail to a deleted account could not be sent');
      return forgetMail(run);
    }
    if (isHopeless) throw new HopelessJob((error as Error).message, { cause: error });
    throw error;
  } finally {
    mailer.close();
  }
  if (mail.forget) await forgetMail(run);
}

/** The errors of earlier tries name the mailbox, too. */
async function forgetMail({ db, jobId }: JobRun): Promise<void> {
  await db.execute(sql`
    update pgboss.job set data = '{"forgotten": true}'::jsonb, output = null
    where name = ${sendMail.name} and id = ${jobId}::uuid`);
}

/**
 * Tells whether a 5xx is about this mailbox or this message. Other 5xx (log-in, sender) come from our own
 * settings, which the operator can correct.
 */
function isRefusedForGood({ code, command, responseCode }: SmtpError): boolean {
  if (responseCode === undefined) return code === 'EENVELOPE';
  return responseCode >= 500 && (command === 'RCPT TO' || command === 'DATA');
}
