/** The mail to an owner about fields that staff put back: one mail for everything undone within a minute. */
import { eq } from 'drizzle-orm';
import * as z from 'zod/mini';
import { describeValue, readValueNames } from '#features/businesses/server/describe-value.ts';
import type { WrittenField } from '#features/businesses/server/written-fields.ts';
import type { CityPack } from '#server/city-pack.ts';
import type { Database } from '#server/db/client.ts';
import { businesses, users } from '#server/db/schema/index.ts';
import { bindJob, type JobRun } from '#server/jobs/bind-job.ts';
import { defineJob } from '#server/jobs/define-job.ts';
import { enqueue, enqueueJoined } from '#server/jobs/enqueue.ts';
import { composeLetter } from '#server/mail/compose-letter.ts';
import type { LetterPart } from '#server/mail/lay-out-letter.ts';
import { sendMail } from '#server/mail/send-mail.ts';
import { withoutLinks } from '#server/mail/without-links.ts';
import { minuteMs } from '#shared/times.ts';
import { fieldLabel } from '../field-label.ts';
import { putBackMail } from './review-texts.ts';

/** {field: [the owner's value, the value put back]} */
export type FieldChanges = Partial<Record<WrittenField | 'announcement' | 'event', [unknown, unknown]>>;

const waitMs = minuteMs;

const Act = z.object({
  fields: z.array(z.object({ field: z.string(), from: z.string(), to: z.string() })),
  reason: z.string(),
});
type Act = z.infer<typeof Act>;

const undoLetter = defineJob(
  'undo-letter',
  z.object({ businessId: z.string(), ownerId: z.string(), items: z.array(Act) }),
  { keepDays: 2 },
);

interface Undone {
  /** The business before the undo, locked by the transaction. */
  row: Pick<typeof businesses.$inferSelect, 'id' | 'ownerId'>;
  data: FieldChanges;
  reason: string;
  now: Date;
}

/** Queues the mail in the transaction of the undo. A listing without an owner gets none. */
export async function tellOwnerOfUndo(tx: Database, { row, data, reason, now }: Undone, city: CityPack): Promise<void> {
  if (row.ownerId === null) return;
  const names = await readValueNames(tx, city);
  const fields = Object.entries(data).map(([field, [from, to]]) => ({
    field,
    from: describeValue(field, from, names),
    to: describeValue(field, to, names),
  }));
  await enqueueJoined(
    tx,
    undoLetter,
    { businessId: row.id, ownerId: row.ownerId, items: [{ fields, reason }] },
    { singletonKey: `${row.id}:${row.ownerId}`, startAfter: new Date(now.getTime() + waitMs) },
  );
}

export const undoLetterJob = bindJob(undoLetter, async ({ businessId, ownerId, items }, run: JobRun) => {
  const { db, city, env } = run;
  const [business] = await db.select().from(businesses).where(eq(businesses.id, businessId));
  const [owner] = await db.select().from(users).where(eq(users.id, ownerId));
  if (business === undefined || owner === undefined) return;
  // The owner has not confirmed this mailbox, so the typed values must not become links in our mail.
  const plain = owner.emailVerifiedAt === null ? withoutLinks : (text: string) => text;
  const letter = composeLetter({ city, env }, putBackMail, {
    username: plain(owner.username),
    business: plain(business.name),
    changes: items.flatMap((act) => actParts(act, plain)),
    edit: `${env.siteUrl}/edit-business/${business.id}`,
  });
  const replyTo = { name: city.facts.name, address: city.facts.contact.email };
  await enqueue(db, sendMail, { to: owner.email, ...letter, replyTo });
});

function actParts({ fields, reason }: Act, plain: (text: string) => string): LetterPart[] {
  const isShort = (text: string) => text.length <= 100 && !text.includes('\n');
  return [
    ...fields.flatMap(({ field, from, to }): LetterPart[] => {
      const label = fieldLabel(field);
      if (isShort(from) && isShort(to)) {
        return [{ facts: [[label, `${plain(from) || 'removed'} → ${plain(to) || 'empty again'}`]] }];
      }
      return [
        ...(from === '' ? [`${label}. You had removed it.`] : [`${label}. You wrote:`, { quote: plain(from) }]),
        ...(to === '' ? ['It is empty again.'] : ['It says again:', { quote: plain(to) }]),
      ];
    }),
    ...(reason === '' ? [] : ['Why:', { quote: reason }]),
  ];
}
