import { sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import type { Database } from '#server/db/client.ts';
import type { Services } from '#server/http/serve.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { sendMail } from '#server/mail/send-mail.ts';
import type { Answer } from '#shared/endpoint.ts';
import type { Topic } from '../../blocks.ts';
import type { importSubscribers as importEndpoint } from '../../subscribers-contract.ts';
import { confirmLetter } from '../confirm-letter.ts';
import { readerLinks } from '../reader-links.ts';
import { type AddressHash, addressHash } from '../suppress.ts';
import { readImportFile } from './read-import-file.ts';

interface Import {
  upload: AsyncIterable<Uint8Array>;
  consent: 'given' | 'ask';
  note: string;
  topics: readonly Topic[];
  isDry: boolean;
  actorId: string;
}

const shownRefusals = 100;

/**
 * Adds addresses that are not known yet. An import does not bring back people who unsubscribed or are
 * suppressed.
 * @throws Problem 'too_large', 'invalid'
 */
export async function importSubscribers(
  services: Services,
  { upload, consent, note, topics, isDry, actorId }: Import,
): Promise<Answer<typeof importEndpoint>> {
  const { emails, repeated, refused } = await readImportFile(upload);
  const hash = await addressHash(services.db);
  return services.db.transaction(async (tx) => {
    const known = await sortOut(tx, hash, emails);
    const answer = {
      added: known.fresh.length,
      known: known.subscribed,
      left: known.left,
      suppressed: known.suppressed,
      repeated,
      refused: refused.slice(0, shownRefusals),
      refusedCount: refused.length,
    };
    if (isDry) return answer;
    const status = consent === 'given' ? 'subscribed' : 'pending';
    const added = await add(tx, known.fresh, { status, note, topics });
    if (consent === 'ask') await askEach(tx, services, added);
    const { refused: _, ...counts } = answer;
    await writeAudit(tx, {
      actorId,
      action: 'subscribers.imported',
      subjectType: 'newsletter',
      subjectId: 'subscribers',
      data: { ...counts, added: added.length, consent, note },
    });
    // Somebody may have subscribed at the same moment.
    return { ...answer, added: added.length, known: answer.known + known.fresh.length - added.length };
  });
}

async function sortOut(tx: Database, hash: AddressHash, emails: readonly string[]) {
  const { rows } = await tx.execute<{ email: string; status: string | null; isSuppressed: boolean }>(sql`
    select given.email, reader.status, ${hash.isSuppressed(sql`given.email`)} as "isSuppressed"
    from unnest(${sql.param(emails)}::text[]) with ordinality as given (email, place)
    left join newsletter_subscribers reader on lower(reader.email) = lower(given.email)
    order by given.place`);
  const count = (fits: (row: (typeof rows)[number]) => boolean) => rows.filter(fits).length;
  return {
    fresh: rows.filter((row) => !row.isSuppressed && row.status === null).map(({ email }) => email),
    suppressed: count((row) => row.isSuppressed),
    left: count((row) => !row.isSuppressed && row.status === 'unsubscribed'),
    subscribed: count((row) => !row.isSuppressed && row.status !== null && row.status !== 'unsubscribed'),
  };
}

async function add(
  tx: Database,
  emails: readonly string[],
  { status, note, topics }: { status: 'subscribed' | 'pending'; note: string; topics: readonly Topic[] },
): Promise<{ id: string; email: string }[]> {
  const ids = emails.map(() => uuidv7());
  const { rows } = await tx.execute<{ id: string; email: string }>(sql`
    insert into newsletter_subscribers (id, email, status, topics, source, consent_note)
    select given.id, given.email, ${status}, ${sql.param(topics)}::text[], 'import', ${note}
    from unnest(${sql.param(ids)}::uuid[], ${sql.param(emails)}::text[]) as given (id, email)
    on conflict ((lower(email))) do nothing returning id, email`);
  return rows;
}

async function askEach(
  tx: Database,
  { city, env, db }: Services,
  added: readonly { id: string; email: string }[],
): Promise<void> {
  for (const { id, email } of added) {
    const { confirmUrl } = await readerLinks(db, env, id);
    await enqueue(tx, sendMail, { to: email, ...confirmLetter(city, env, confirmUrl) });
  }
}
