import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { sealLinks } from './sealed-links.ts';
import type { Mail } from './send-mail.ts';

/** Encrypts the tokens of mails that an earlier release queued, dead letters among them. */
export async function sealQueuedMails(db: Database): Promise<void> {
  const { rows } = await db.execute<{ id: string; name: string; data: Mail }>(sql`
    select id, name, data from pgboss.job
    where data ? 'html' and (data ->> 'text') || (data ->> 'html') ~ '[?&]token=[[:alnum:]]'`);
  for (const { id, name, data } of rows) {
    const sealed = JSON.stringify(sealLinks(data));
    await db.execute(sql`update pgboss.job set data = ${sealed}::jsonb where id = ${id}::uuid and name = ${name}`);
  }
}
