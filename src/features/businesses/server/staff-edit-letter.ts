/** The mail about what staff changed in a listing: one for everything within a minute, while the editor can still undo it. */
import { and, eq, isNull } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Database } from '#server/db/client.ts';
import { businesses, users } from '#server/db/schema/index.ts';
import { bindJob } from '#server/jobs/bind-job.ts';
import { defineJob } from '#server/jobs/define-job.ts';
import { enqueue, enqueueJoined } from '#server/jobs/enqueue.ts';
import { composeLetter } from '#server/mail/compose-letter.ts';
import {
  businessVariable,
  dashboardLink,
  defineMail,
  linkVariable,
  neededBlock,
  usernameVariable,
} from '#server/mail/mail-text.ts';
import { optionalMail } from '#server/mail/optional-mail.ts';
import { replyToTown } from '#server/mail/reply-to-town.ts';
import { sendMail } from '#server/mail/send-mail.ts';
import { withoutLinks } from '#server/mail/without-links.ts';
import { minuteMs } from '#shared/times.ts';
import { staffChangesPart } from '../staff-changes-part.ts';
import { describeValue, readValueNames } from './describe-value.ts';
import { readStaffChanges, stillThere } from './read-staff-changes.ts';
import { readersOf } from './readers-of.ts';
import { saidAndSays } from './said-and-says.ts';

const waitMs = minuteMs;

export const staffEditMail = defineMail({
  name: 'listing-changed-by-staff',
  group: 'Listings',
  when: 'Staff change a listing that has an owner. The link that stops it stands below the mail by itself.',
  to: 'the owner and the managers of the listing',
  variables: {
    username: usernameVariable,
    business: businessVariable,
    changes: neededBlock('what the listing said and what it says now', [
      'Phone. It said:',
      { quote: '210-555-0177' },
      'It says now:',
      { quote: '210-555-0100' },
    ]),
    dashboard: dashboardLink,
    edit: linkVariable('opens the form of the listing', '/edit-business/example'),
  },
  conditions: { back: { means: 'the dashboard has a button that changes it back', example: true } },
  subject: 'We changed {{business}}',
  text: [
    'Hello {{username}},',
    'We changed this in the listing of {{business}}:',
    '{{changes}}',
    '{{when back}} If this is not right, change it back on your dashboard, with one click, or answer this email.',
    '{{when back}} {{dashboard: Dashboard}}',
    '{{when not back}} If this is not right, answer this email, or correct it:',
    '{{when not back}} {{edit: Edit}}',
  ],
});

const Act = z.object({
  by: z.string(),
  /** As the audit log has it: {field: [before, after]}. */
  data: z.record(z.string(), z.unknown()),
});

const staffEditLetter = defineJob(
  'staff-edit-letter',
  z.object({ businessId: z.string(), ownerId: z.string(), items: z.array(Act) }),
  { keepDays: 2 },
);

interface Told {
  /** The business before it, locked by the transaction. */
  row: Pick<typeof businesses.$inferSelect, 'id' | 'ownerId'>;
  by: string;
  data: Readonly<Record<string, unknown>>;
  now: Date;
}

/** Queues the mail in the transaction of the edit. A listing without an owner gets none. */
export async function tellOfStaffEdit(tx: Database, { row, by, data, now }: Told): Promise<void> {
  const { id, ownerId } = row;
  if (ownerId === null) return;
  await enqueueJoined(
    tx,
    staffEditLetter,
    { businessId: id, ownerId, items: [{ by, data }] },
    { singletonKey: `${id}:${ownerId}`, startAfter: new Date(now.getTime() + waitMs) },
  );
}

/** Says nothing of a field that has been put back or changed again meanwhile. */
export const staffEditLetterJob = bindJob(staffEditLetter, async ({ businessId, ownerId, items }, run) => {
  const { db, city, env, now } = run;
  const isTheirs = and(eq(businesses.id, businessId), eq(businesses.ownerId, ownerId));
  const [row] = await db.select().from(businesses).where(isTheirs);
  const [owner] = await db
    .select()
    .from(users)
    .where(and(eq(users.id, ownerId), isNull(users.bannedAt)));
  if (row === undefined || owner === undefined) return;
  const changes = stillThere(items, row);
  if (changes.length === 0) return;
  const names = await readValueNames(db, city);
  for (const { id, username, email } of await readersOf(db, { businessId, owner, kind: 'changes' })) {
    if (items.every(({ by }) => by === id)) continue;
    // The owner may not have confirmed the mailbox, so the texts must not become links in our mail. Managers have confirmed theirs.
    const plain = id === ownerId && owner.emailVerifiedAt === null ? withoutLinks : (text: string) => text;
    const shown = (await readStaffChanges(db, { ids: [businessId], userId: id, now: now() })).get(businessId) ?? [];
    const optional = await optionalMail(db, env, { userId: id, kind: 'changes' });
    const values = {
      username,
      business: plain(row.name),
      changes: changes.flatMap(({ field, before, after }) => {
        const [was, is] = [before, after].map((value) => plain(describeValue(field, value, names)));
        return saidAndSays({ field, before: was ?? '', after: is ?? '' });
      }),
      back: changes.every(({ field }) => shown.some((change) => change.field === field)),
      dashboard: `${env.siteUrl}/dashboard#${staffChangesPart(businessId)}`,
      edit: `${env.siteUrl}/edit-business/${businessId}`,
    };
    const letter = composeLetter({ city, env }, staffEditMail, values, optional);
    const replyTo = replyToTown(city);
    await enqueue(db, sendMail, { to: email, ...letter, ...optional, replyTo });
  }
});
