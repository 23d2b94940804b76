/** The people whom a restore brings back although they had gone meanwhile: the last words of the command. */
import { sql } from 'drizzle-orm';
import { Client } from 'pg';
import type { Database } from '#server/db/client.ts';

/** Known by the database that a restore replaces. */
interface Gone {
  /** Ids of deleted accounts. */
  accounts: readonly string[];
  /** Addresses of readers who left the newsletter. */
  readers: readonly string[];
}

/**
 * Null: no site was here, or one whose tables this release cannot read. Asks by a connection of its own that has ended when the restore
 * begins, which refuses while a site or a command uses the database.
 */
export async function readGone(url: string): Promise<Gone | null> {
  const client = new Client({ connectionString: url, application_name: 'alameda-restore' });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const acts = await client.query<{ id: string }>(
      `select distinct subject_id as id from audit_log where action in ('account.deleted', 'user.deleted') order by id`,
    );
    const left = await client.query<{ email: string }>(
      `select lower(email) as email from newsletter_subscribers where status = 'unsubscribed' order by email`,
    );
    const { rows } = await client.query<{ hadPeople: boolean }>(`select exists (select from users) as "hadPeople"`);
    if (!rows[0]?.hadPeople && acts.rows.length === 0) return null;
    return { accounts: acts.rows.map(({ id }) => id), readers: left.rows.map(({ email }) => email) };
  } catch {
    return null;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Returns those of these accounts and readers that are in the restored database. Leaves out accounts that the site deletes again by itself, as planned. */
export async function readBack(db: Database, { accounts, readers }: Gone): Promise<Gone> {
  const there = await db.execute<{ id: string }>(
    sql`select id::text as id from users u where id::text in (select jsonb_array_elements_text(${JSON.stringify(accounts)}::jsonb))
      and not exists (select from account_deletions d where d.user_id = u.id) order by id`,
  );
  const reading = await db.execute<{ email: string }>(
    sql`select email from newsletter_subscribers where status <> 'unsubscribed'
      and lower(email) in (select jsonb_array_elements_text(${JSON.stringify(readers)}::jsonb)) order by email`,
  );
  return { accounts: there.rows.map(({ id }) => id), readers: reading.rows.map(({ email }) => email) };
}

/** @param since 'that backup' */
export const maybeBack = (since: string): string =>
  `People who deleted their account since ${since} are back, and so are readers who left the newsletter: delete them again, as "What a restore brings back" in docs/running.md says.`;

/** Names all of them: the database that knew it is gone. @param back null: not known */
export function sayWhoIsBack(back: Gone | null, siteUrl: string): void {
  if (back === null) {
    console.log(maybeBack('that backup'));
    return;
  }
  const { accounts, readers } = back;
  if (accounts.length > 0) {
    const are =
      accounts.length === 1 ? '1 account that was deleted is' : `${accounts.length} accounts that were deleted are`;
    const each = accounts.length === 1 ? 'Delete it' : 'Delete each';
    console.log(
      `${are} back. ${each} again under "Asked in writing" on its page; "was deleted before the restore" is the sentence:`,
    );
    for (const id of accounts) console.log(`  ${siteUrl}/staff/people/${id}`);
  }
  if (readers.length > 0) {
    const are =
      readers.length === 1
        ? '1 reader who had left the newsletter is'
        : `${readers.length} readers who had left the newsletter are`;
    console.log(`${are} back. Delete them again at ${siteUrl}/staff/newsletter/subscribers:`);
    for (const email of readers) console.log(`  ${email}`);
  }
}
