import { sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import * as z from 'zod/mini';
import type { CityPack } from '#server/city-pack.ts';
import type { Database } from '#server/db/client.ts';
import type { Env } from '#server/env.ts';
import { bindJob } from '#server/jobs/bind-job.ts';
import { defineJob } from '#server/jobs/define-job.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { sendMail } from '#server/mail/send-mail.ts';
import { dayMs } from '#shared/times.ts';
import { returnLetter } from './confirm-letter.ts';
import { readerLinks } from './reader-links.ts';
import { type AddressHash, addressHash } from './suppress.ts';
import { welcomeLetter } from './welcome-letter.ts';

interface Subscription {
  email: string;
  city: CityPack;
  env: Env;
  now: Date;
}

const welcomePauseMs = dayMs;

/** The work behind the newsletter box: its answer takes the same time whether the address is new, known or has left. */
export const subscribeReader = defineJob('subscribe-reader', z.object({ email: z.string() }), { keepDays: 1 });

export const subscribeReaderJob = bindJob(subscribeReader, ({ email }, { db, city, env, now }) =>
  subscribe(db, { email, city, env, now: now() }),
);

interface Returned extends Record<string, unknown> {
  id: string;
  email: string;
  /** The link in the mail decides. */
  hasLeft: boolean;
  /** The address has not been entered since: that mail does not wait for a day. */
  isFirst: boolean;
}

/**
 * Subscribes an address to both topics; upper and lower case do not matter. A new subscriber gets a welcome
 * mail, at most one a day; an existing one gets nothing, and the caller cannot tell the two apart. Who has
 * left gets a mail with a link instead, and no newsletter before following it: anybody may type an address in.
 * A suppressed address is stored but gets no mail.
 */
async function subscribe(db: Database, { email, city, env, now }: Subscription): Promise<void> {
  const hash = await addressHash(db);
  await db.transaction(async (tx) => {
    // Not an upsert: only these two statements in turn tell whether the address has just become a subscriber.
    const added = await tx.execute<{ id: string; email: string }>(sql`
      insert into newsletter_subscribers (id, email) values (${uuidv7()}, ${email})
      on conflict ((lower(email))) do nothing returning id, email`);
    const returned = await tx.execute<Returned>(sql`
      with reader as (
        select id, status from newsletter_subscribers
        where lower(email) = lower(${email}) and status <> 'subscribed' for update
      )
      update newsletter_subscribers n set topics = '{business-news,community-events}',
        status = case when unsubscribed_at is null then 'subscribed' else 'pending' end
      from reader where n.id = reader.id
      returning n.id, n.email, unsubscribed_at is not null as "hasLeft", reader.status = 'unsubscribed' as "isFirst"`);
    const subscriber = added.rows[0] ?? returned.rows[0];
    if (subscriber === undefined) return;

    const { hasLeft = false, isFirst = false } = returned.rows[0] ?? {};
    await mailReader(tx, { ...subscriber, hasLeft, isFirst }, { db, city, env, now, hash });
  });
}

/** Mails the welcome, or the question to who has left: at most one a day, and none to a suppressed address. */
export async function mailReader(
  tx: Database,
  { id, email, hasLeft, isFirst }: Returned,
  { db, city, env, now, hash }: Omit<Subscription, 'email'> & { db: Database; hash: AddressHash },
): Promise<void> {
  const before = new Date(now.getTime() - welcomePauseMs).toISOString();
  const { rowCount } = await tx.execute(sql`
    update newsletter_subscribers set welcomed_at = ${now.toISOString()}::timestamptz
    where id = ${id} and (${isFirst} or welcomed_at is null or welcomed_at <= ${before}::timestamptz)
      and not ${hash.isSuppressed(sql`email`)}`);
  if (rowCount === 0) return;
  const { confirmUrl, unsubscribeUrl } = await readerLinks(db, env, id);
  const letter = hasLeft
    ? returnLetter(city, env, { confirmUrl, unsubscribeUrl })
    : welcomeLetter(city, env, unsubscribeUrl);
  await enqueue(tx, sendMail, { to: email, ...letter, unsubscribeUrl });
}
