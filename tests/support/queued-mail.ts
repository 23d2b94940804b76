import type { Pool } from 'pg';
import { unsealLinks } from '#server/mail/sealed-links.ts';
import type { Mail } from '#server/mail/send-mail.ts';

/** A mail as it goes out: the queue holds the tokens of its links encrypted. */
export function asSent(queued: Mail): Mail {
  const mail = unsealLinks(queued);
  if (mail === null) throw new Error('this mail was sealed with another key');
  return mail;
}

/** Lists the queued mails, oldest first. */
export async function queuedMail(pool: Pool): Promise<Mail[]> {
  const { rows } = await pool.query<{ data: Mail }>(
    "select data from pgboss.job where name = 'send-mail' order by created_on, id",
  );
  return rows.map(({ data }) => asSent(data));
}

export async function forgetQueuedMail(pool: Pool): Promise<void> {
  await pool.query('delete from pgboss.job');
}
