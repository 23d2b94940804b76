/** The mails to an owner about fields that staff put back, or let stand again after all: one mail for everything within a minute. */
import { eq, sql } from 'drizzle-orm';
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
import { replyToTown } from '#server/mail/reply-to-town.ts';
import { sendMail } from '#server/mail/send-mail.ts';
import { withoutLinks } from '#server/mail/without-links.ts';
import { minuteMs } from '#shared/times.ts';
import { fieldLabel } from '../field-label.ts';
import { putBackMail, standsAgainMail } from './review-texts.ts';

/** {field: [the owner's value, the value put back]} */
export type FieldChanges = Partial<Record<WrittenField | 'announcement' | 'event', [unknown, unknown]>>;

const waitMs = minuteMs;

const Act = z.object({
  fields: z.array(z.object({ field: z.string(), from: z.string(), to: z.string() })),
  reason: z.string(),
  /** The row of the audit log that is undone or redone. */
  changeId: z.optional(z.string()),
  isRedone: z.optional(z.boolean()),
});
type Act = z.infer<typeof Act>;

const undoLetter = defineJob(
  'undo-letter',
  z.object({ businessId: z.string(), ownerId: z.string(), items: z.array(Act) }),
  { keepDays: 2 },
);

interface Told {
  /** The business before it, locked by the transaction. */
  row: Pick<typeof businesses.$inferSelect, 'id' | 'ownerId'>;
  changeId: string;
  act: 'undone' | 'redone';
  data: FieldChanges;
  reason: string;
  now: Date;
}

/**
 * Queues the mail in the transaction of the act. A listing without an owner gets none. What a mail that still waits says of the
 * same fields is dropped instead: the owner has not heard that anything had changed.
 */
export async function tellOwner(
  tx: Database,
  { row, changeId, act, data, reason, now }: Told,
  city: CityPack,
): Promise<void> {
  if (row.ownerId === null) return;
  const isRedone = act === 'redone';
  const singletonKey = `${row.id}:${row.ownerId}`;
  const unsaid = await dropUnsaid(tx, singletonKey, { changeId, isRedone: !isRedone, fields: Object.keys(data) });
  const told = Object.entries(data).filter(([field]) => !unsaid.has(field));
  if (told.length === 0) return;
  const names = await readValueNames(tx, city);
  const fields = told.map(([field, [from, to]]) => ({
    field,
    from: describeValue(field, from, names),
    to: describeValue(field, to, names),
  }));
  await enqueueJoined(
    tx,
    undoLetter,
    { businessId: row.id, ownerId: row.ownerId, items: [{ fields, reason, changeId, isRedone }] },
    { singletonKey, startAfter: new Date(now.getTime() + waitMs) },
  );
}

/** Takes these fields of an act out of the mail that waits. Answers those that were in it. */
async function dropUnsaid(
  tx: Database,
  singletonKey: string,
  { fields, ...act }: { changeId: string; isRedone: boolean; fields: readonly string[] },
): Promise<ReadonlySet<string>> {
  const unsaid = new Set<string>();
  const { rows } = await tx.execute<{ id: string; items: Act[] }>(sql`
    select id, data -> 'items' as items from pgboss.job
    where name = ${undoLetter.name} and singleton_key = ${singletonKey} and state = 'created' for update`);
  for (const { id, items } of rows) {
    const left = items.flatMap((item) => {
      if (item.changeId !== act.changeId || (item.isRedone ?? false) !== act.isRedone) return [item];
      const [out, kept] = [true, false].map((isOut) =>
        item.fields.filter((one) => fields.includes(one.field) === isOut),
      );
      for (const { field } of out ?? []) unsaid.add(field);
      return kept?.length ? [{ ...item, fields: kept }] : [];
    });
    const isThis = sql`id = ${id}::uuid and name = ${undoLetter.name}`;
    await tx.execute(
      left.length === 0
        ? sql`delete from pgboss.job where ${isThis}`
        : sql`update pgboss.job set data = jsonb_set(data, '{items}', ${JSON.stringify(left)}::jsonb) where ${isThis}`,
    );
  }
  return unsaid;
}

export const undoLetterJob = bindJob(undoLetter, async ({ businessId, ownerId, items }, run: JobRun) => {
  const { db, city, env } = run;
  const [business] = await db.select().from(businesses).where(eq(businesses.id, businessId));
  const [owner] = await db.select().from(users).where(eq(users.id, ownerId));
  if (business === undefined || owner === undefined) return;
  // The owner has not confirmed this mailbox, so the typed values must not become links in our mail.
  const plain = owner.emailVerifiedAt === null ? withoutLinks : (text: string) => text;
  const replyTo = replyToTown(city);
  for (const [mail, isRedone] of [[putBackMail, false] as const, [standsAgainMail, true] as const]) {
    const acts = items.filter((act) => (act.isRedone ?? false) === isRedone);
    if (acts.length === 0) continue;
    const letter = composeLetter({ city, env }, mail, {
      username: owner.username,
      business: plain(business.name),
      changes: acts.flatMap((act) => actParts(act, plain)),
      edit: `${env.siteUrl}/edit-business/${business.id}`,
    });
    await enqueue(db, sendMail, { to: owner.email, ...letter, replyTo });
  }
});

function actParts({ fields, reason, isRedone }: Act, plain: (text: string) => string): LetterPart[] {
  const isShort = (text: string) => text.length <= 100 && !text.includes('\n');
  return [
    ...fields.flatMap(({ field, from, to }): LetterPart[] => {
      const label = fieldLabel(field);
      if (isShort(from) && isShort(to)) {
        return [
          { facts: [[label, `${plain(from) || (isRedone ? 'empty' : 'removed')} → ${plain(to) || 'empty again'}`]] },
        ];
      }
      if (isRedone)
        return to === '' ? [`${label}. It is empty again.`] : [`${label}. It says again:`, { quote: plain(to) }];
      return [
        ...(from === '' ? [`${label}. You had removed it.`] : [`${label}. You wrote:`, { quote: plain(from) }]),
        ...(to === '' ? ['It is empty again.'] : ['It says again:', { quote: plain(to) }]),
      ];
    }),
    ...(reason === '' ? [] : ['Why:', { quote: reason }]),
  ];
}
