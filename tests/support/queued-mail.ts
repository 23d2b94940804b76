import type { Pool } from 'pg';
import type { Mail } from '#server/mail/send-mail.ts';

/** Lists the queued mails, oldest first. */
export async function queuedMail(pool: Pool): Promise<Mail[]> {
  const { rows } = await pool.query<{ data: Mail }>(
    "select data from pgboss.job where name = 'send-mail' order by created_on, id",
  );
  return rows.map(({ data }) => data);
}

export async function forgetQueuedMail(pool: Pool): Promise<void> {
  await pool.query('delete from pgboss.job');
}
