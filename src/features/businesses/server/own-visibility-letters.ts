/** Mails to the owner and the managers when the owner takes a listing off the directory, or puts it back. */
import { and, eq, isNull, or, sql } from 'drizzle-orm';
import { mailAfterUndo } from '#features/audit/server/note-act.ts';
import type { Database } from '#server/db/client.ts';
import { type businesses, listingManagers, users } from '#server/db/schema/index.ts';
import type { Services } from '#server/http/serve.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { composeLetter } from '#server/mail/compose-letter.ts';
import { oneLine } from '#server/mail/lay-out-letter.ts';
import { businessVariable, dashboardLink, defineMail, usernameVariable } from '#server/mail/mail-text.ts';
import { replyToTown } from '#server/mail/reply-to-town.ts';
import { sendMail } from '#server/mail/send-mail.ts';

const shared = {
  group: 'Listings',
  to: 'the owner of the listing, and its managers',
  variables: { username: usernameVariable, business: businessVariable, dashboard: dashboardLink },
  conditions: { self: { means: 'the mail goes to the owner', example: true } },
} as const;
const hello = 'Hello {{username}},';
const end = ['{{dashboard: Open your dashboard}}', 'Is this not right? Answer this email, and we look into it.'];

const takenOffMail = defineMail({
  ...shared,
  name: 'listing-taken-off-by-owner',
  when: 'An owner takes the listing off the directory.',
  subject: '{{business}} is off the directory',
  text: [
    hello,
    '{{when self}} You have taken {{business}} off the {{town}} business directory. Visitors do not find it any more, and nothing of it is lost. A paid plan goes on until you cancel it. You can put the listing back on your dashboard at any time.',
    '{{when not self}} The owner of {{business}} has taken it off the {{town}} business directory. Visitors do not find it any more, and nothing of it is lost. The owner can put it back at any time.',
    ...end,
  ],
});

const putBackMail = defineMail({
  ...shared,
  name: 'listing-put-back-by-owner',
  when: 'An owner puts the listing back on the directory.',
  subject: '{{business}} is back on the directory',
  text: [
    hello,
    '{{when self}} You have put {{business}} back on the {{town}} business directory. Visitors find it again.',
    '{{when not self}} The owner of {{business}} has put it back on the {{town}} business directory. Visitors find it again.',
    ...end,
  ],
});

export const ownVisibilityMails = [takenOffMail, putBackMail] as const;

interface Told {
  row: Pick<typeof businesses.$inferSelect, 'id' | 'name' | 'ownerId'>;
  /** True: it is back. */
  listed: boolean;
  at: Date;
}

/** The key of the waiting mails lets the opposite act hold them back. */
export async function mailListed(tx: Database, { row, listed, at }: Told, town: Pick<Services, 'city' | 'env'>) {
  const people = await tx
    .selectDistinct({ id: users.id, username: users.username, email: users.email })
    .from(users)
    .leftJoin(listingManagers, and(eq(listingManagers.userId, users.id), eq(listingManagers.businessId, row.id)))
    .where(
      and(
        isNull(users.bannedAt),
        or(sql`${users.id} = ${row.ownerId}`, sql`${listingManagers.invitedBy} = ${row.ownerId}`),
      ),
    );
  const replyTo = replyToTown(town.city);
  const options = { singletonKey: `listed:${row.id}`, startAfter: mailAfterUndo(at) };
  for (const { id, username, email } of people) {
    const letter = composeLetter(town, listed ? putBackMail : takenOffMail, {
      username,
      business: oneLine(row.name),
      dashboard: `${town.env.siteUrl}/dashboard`,
      self: id === row.ownerId,
    });
    await enqueue(tx, sendMail, { to: email, ...letter, replyTo }, options);
  }
}
