/** One mail for several new listings that a person with an unconfirmed mailbox sends in within a short time. */
import { and, asc, eq, gt, inArray } from 'drizzle-orm';
import * as z from 'zod/mini';
import { mailStaff } from '#features/alerts/server/mail-staff.ts';
import type { Database } from '#server/db/client.ts';
import { businesses, users } from '#server/db/schema/index.ts';
import type { SessionUser } from '#server/http/serve.ts';
import { bindJob } from '#server/jobs/bind-job.ts';
import { defineJob } from '#server/jobs/define-job.ts';
import { enqueue, enqueueJoined } from '#server/jobs/enqueue.ts';
import { composeLetter } from '#server/mail/compose-letter.ts';
import { layOutLetter, oneLine } from '#server/mail/lay-out-letter.ts';
import { dashboardLink, defineMail, neededBlock, textVariable, usernameVariable } from '#server/mail/mail-text.ts';
import { sendMail } from '#server/mail/send-mail.ts';
import { withoutLinks } from '#server/mail/without-links.ts';
import { hourMs, minuteMs } from '#shared/times.ts';

/** So many in an hour are ordinary: each has mails of its own. */
const maxSingly = 4;
const waitMs = 5 * minuteMs;

export const receivedSeveralMail = defineMail({
  group: 'Listings',
  to: 'the owner of the listings',
  name: 'listings-received',
  when: 'Somebody whose email is not confirmed sends in many new listings in a short time.',
  variables: {
    username: usernameVariable,
    count: textVariable('the number of listings', '6'),
    businesses: neededBlock('the names of the listings', [{ quote: 'Fig & Ladder\nOak Bakery' }]),
    dashboard: dashboardLink,
  },
  subject: 'We have {{count}} more of your listings',
  text: [
    'Hello {{username}},',
    'Thank you for adding these to the {{town}} business directory:',
    '{{businesses}}',
    'We look at them within 24 hours, and mail you what we decide. Until then you can change them, or take them back.',
    '{{dashboard: See your listings}}',
  ],
});

const severalLetter = defineJob(
  'several-listings-letter',
  z.object({ ownerId: z.string(), items: z.array(z.string()) }),
  { keepDays: 2 },
);

/**
 * Queues the joined mails to the sender and to staff instead of two more for this listing. Answers false for what is ordinary,
 * and for a confirmed mailbox.
 */
export async function joinsOthers(tx: Database, owner: SessionUser, id: string, now: Date): Promise<boolean> {
  if (owner.emailVerified) return false;
  const since = new Date(now.getTime() - hourMs);
  const isRecent = and(eq(businesses.ownerId, owner.id), gt(businesses.createdAt, since));
  if ((await tx.$count(businesses, isRecent)) <= maxSingly) return false;
  await enqueueJoined(
    tx,
    severalLetter,
    { ownerId: owner.id, items: [id] },
    { singletonKey: owner.id, startAfter: new Date(now.getTime() + waitMs) },
  );
  return true;
}

/** Names those that still wait: others were decided on or taken back meanwhile. */
export const severalLetterJob = bindJob(severalLetter, async ({ ownerId, items }, { db, city, env }) => {
  const [owner] = await db.select().from(users).where(eq(users.id, ownerId));
  const rows = await db
    .select({ name: businesses.name, address: businesses.address })
    .from(businesses)
    .where(and(inArray(businesses.id, items), eq(businesses.status, 'pending')))
    .orderBy(asc(businesses.id));
  if (owner === undefined || owner.bannedAt !== null || rows.length === 0) return;
  const names = rows.map(({ name, address }) => oneLine(`${name}, ${address}`));
  // Nobody has confirmed that this mailbox is the sender's, so nothing that was typed may become a link in it.
  const letter = composeLetter({ city, env }, receivedSeveralMail, {
    username: owner.username,
    count: String(rows.length),
    businesses: [{ quote: withoutLinks(names.join('\n')) }],
    dashboard: `${env.siteUrl}/dashboard`,
  });
  await db.transaction(async (tx) => {
    await enqueue(tx, sendMail, { to: owner.email, ...letter });
    const told = layOutLetter(city, env, {
      subject: `${rows.length} more new listings to review from ${oneLine(owner.username)}`,
      parts: [
        `${oneLine(owner.username)} (${owner.email}), whose email is not confirmed, has sent in many new listings in a short time. These wait, too:`,
        { quote: names.join('\n') },
        { label: 'Open the queue', url: `${env.siteUrl}/staff` },
        { label: 'Look at the person', url: `${env.siteUrl}/staff/people/${ownerId}` },
      ],
    });
    await mailStaff(tx, 'listings', told, { city });
  });
});
