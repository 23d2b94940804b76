import { sql } from 'drizzle-orm';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import type { Database } from '#server/db/client.ts';
import type { Services } from '#server/http/serve.ts';
import { reportBounce } from '../bounce-contract.ts';
import { bounceSecret } from './receive-bounce.ts';

const gentle = 120;

export async function readSettings({ db, env }: Services) {
  const { rows } = await db.execute<{ pace: number }>(sql`select mails_per_minute as pace from newsletter_settings`);
  return {
    mailsPerMinute: rows[0]?.pace ?? gentle,
    bounceUrl: env.siteUrl + reportBounce.path,
    bounceSecret: await bounceSecret(db),
  };
}

/** Applies from the next mail on, even for an issue that is being sent. */
export async function savePace(
  db: Database,
  { mailsPerMinute, actorId }: { mailsPerMinute: number; actorId: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`
      insert into newsletter_settings (id, mails_per_minute) values (1, ${mailsPerMinute})
      on conflict (id) do update set mails_per_minute = excluded.mails_per_minute,
        next_slot_at = least(newsletter_settings.next_slot_at, clock_timestamp())`);
    await writeAudit(tx, {
      actorId,
      action: 'newsletter.pace-set',
      subjectType: 'newsletter',
      subjectId: 'settings',
      data: { mailsPerMinute },
    });
  });
}
