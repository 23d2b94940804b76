import { eq, sql } from 'drizzle-orm';
import { resetMailJob } from '#features/accounts/server/reset-mail-job.ts';
import type { Database } from '#server/db/client.ts';
import type { Services } from '#server/http/serve.ts';
import type { Mail } from '#server/mail/send-mail.ts';
import { asSent } from './queued-mail.ts';

/** Lists every queued mail to this mailbox, oldest first. */
export async function mailTo(db: Database, mailbox: string): Promise<Mail[]> {
  const { rows } = await db.execute<{ data: Mail }>(
    sql`select data from pgboss.job where name = 'send-mail' and data ->> 'to' = ${mailbox} order by created_on, id`,
  );
  return rows.map(({ data }) => asSent(data));
}

/** The token of the link in the latest mail to this mailbox; '' without one. @param page 'verify-email' */
export async function mailedToken(db: Database, mailbox: string, page: string): Promise<string> {
  const texts = (await mailTo(db, mailbox)).map(({ text }) => text).join('\n');
  return [...texts.matchAll(new RegExp(`/${page}\\?token=([\\w-]{43})\\s`, 'g'))].at(-1)?.[1] ?? '';
}

/** Runs the worker's job for the requested reset mails. */
export async function runResetMailJobs(services: Services): Promise<void> {
  const { rows } = await services.db.execute<{ id: string; data: unknown }>(
    sql`delete from pgboss.job where ${eq(sql`name`, resetMailJob.job.name)} returning id, data`,
  );
  for (const { id, data } of rows) {
    await resetMailJob.run(data, { ...services, jobId: id, queuedAt: services.now(), retryCount: 0 });
  }
}
