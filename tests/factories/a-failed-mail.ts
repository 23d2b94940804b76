import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { deadLetters } from '#server/jobs/define-job.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { type Mail, sendMail } from '#server/mail/send-mail.ts';
import { found } from '#tests/support/found.ts';

/** The error of a mail to a mailbox that does not exist. */
export const noMailbox =
  "Can't send mail - all recipients were rejected: 550 5.1.1 <ada@example.com>: Recipient address rejected: User unknown";

/** A mail that was given up three days after it was queued, as pg-boss stores it. */
export async function aFailedMail(db: Database, given: Partial<Mail> = {}, said = noMailbox): Promise<string> {
  const words = { text: 'Good morning.', html: '<p>Good morning.</p>' };
  const id = await enqueue(db, sendMail, { to: 'ada@example.com', subject: 'Hello', ...words, ...given });
  await db.execute(sql`
    with former as (delete from pgboss.job where id = ${id}::uuid returning *)
    insert into pgboss.job (id, name, data, deletion_seconds, keep_until, source_name, source_id, source_created_on,
      source_retry_count, source_output)
    select id, ${deadLetters}, data, 31536000, now() + interval '1 year', name, id, now() - interval '3 days', 80,
      ${JSON.stringify({ reason: said })}::jsonb from former`);
  return found(id, 'mail');
}
