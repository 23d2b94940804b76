/**
 * The mails about fields of an edit that staff put back, or let stand again after all: one mail for everything within a minute. They go to
 * the owner of today, in words that say who made the edit, and to the manager who made it.
 */
import { and, eq, inArray, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { describeValue, readValueNames } from '#features/businesses/server/describe-value.ts';
import type { WrittenField } from '#features/businesses/server/written-fields.ts';
import type { CityPack } from '#server/city-pack.ts';
import type { Database } from '#server/db/client.ts';
import { auditLog, businesses, listingManagers, users } from '#server/db/schema/index.ts';
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
import { putBackMail, putBackOfOtherMail, standsAgainMail, standsAgainOfOtherMail } from './undo-texts.ts';

/** {field: [the owner's value, the value put back]} */
export type FieldChanges = Partial<Record<WrittenField | 'announcement' | 'event', [unknown, unknown]>>;

const waitMs = minuteMs;

/** `manager`: the name of one who has access still. `isFormer`: the listing has changed hands since the edit. */
const Editor = z.object({ manager: z.nullable(z.string()), isFormer: z.boolean() });
type Editor = z.infer<typeof Editor>;

const Act = z.object({
  fields: z.array(z.object({ field: z.string(), from: z.string(), to: z.string() })),
  reason: z.string(),
  /** The row of the audit log that is undone or redone. */
  changeId: z.optional(z.string()),
  isRedone: z.optional(z.boolean()),
  /** Missing: the reader of the mail made the edit. */
  editor: z.optional(Editor),
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
 * Queues the mails in the transaction of the act. A listing without an owner gets none. What a mail that still waits says of the
 * same fields is dropped instead: its reader has not heard that anything had changed. Answers the names of those who are told.
 */
export async function tellOfUndo(
  tx: Database,
  { row, changeId, act, data, reason, now }: Told,
  city: CityPack,
): Promise<string | null> {
  const readers = await readersOf(tx, row, changeId);
  const names = await readValueNames(tx, city);
  const isRedone = act === 'redone';
  const toldNames: string[] = [];
  for (const { id, username, editor } of readers) {
    const singletonKey = `${row.id}:${id}`;
    const unsaid = await dropUnsaid(tx, singletonKey, { changeId, isRedone: !isRedone, fields: Object.keys(data) });
    const told = Object.entries(data).filter(([field]) => !unsaid.has(field));
    if (told.length === 0) continue;
    const fields = told.map(([field, [from, to]]) => ({
      field,
      from: describeValue(field, from, names),
      to: describeValue(field, to, names),
    }));
    const item = { fields, reason, changeId, isRedone, ...(editor ? { editor } : {}) };
    await enqueueJoined(
      tx,
      undoLetter,
      { businessId: row.id, ownerId: id, items: [item] },
      { singletonKey, startAfter: new Date(now.getTime() + waitMs) },
    );
    toldNames.push(username);
  }
  return toldNames.length === 0 ? null : toldNames.join(' and ');
}

interface Reader {
  id: string;
  username: string;
  /** Undefined: this person. */
  editor: Editor | undefined;
}

/** The owner of today, and whoever made the edit while that person has access to the listing. */
async function readersOf(tx: Database, { id, ownerId }: Told['row'], changeId: string): Promise<Reader[]> {
  if (ownerId === null) return [];
  const nameOf = { id: users.id, username: users.username };
  const [owner] = await tx.select(nameOf).from(users).where(eq(users.id, ownerId));
  const [edit] = await tx.select({ by: auditLog.actorId }).from(auditLog).where(eq(auditLog.id, changeId));
  if (owner === undefined) return [];
  if (edit?.by === ownerId) return [{ ...owner, editor: undefined }];
  const isManager = and(
    eq(listingManagers.businessId, id),
    eq(listingManagers.invitedBy, ownerId),
    eq(listingManagers.userId, edit?.by ?? sql`null`),
  );
  const [manager] = await tx
    .select(nameOf)
    .from(listingManagers)
    .innerJoin(users, eq(users.id, listingManagers.userId))
    .where(isManager);
  const changedHands = and(
    eq(auditLog.subjectType, 'business'),
    eq(auditLog.subjectId, id),
    inArray(auditLog.action, ['business.owner-changed', 'business.handed-over']),
    // Their ids count time.
    sql`${auditLog.id} > ${changeId}`,
  );
  const isFormer = manager === undefined && (await tx.$count(auditLog, changedHands)) > 0;
  const told = { ...owner, editor: { manager: manager?.username ?? null, isFormer } };
  return manager ? [told, { ...manager, editor: undefined }] : [told];
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
  for (const [acts, mail] of lettersOf(items)) {
    const editor = acts[0]?.editor;
    const letter = composeLetter({ city, env }, mail, {
      username: owner.username,
      business: plain(business.name),
      changes: acts.flatMap((act) => actParts(act, plain)),
      edit: `${env.siteUrl}/edit-business/${business.id}`,
      ...editorValues(editor),
    });
    await enqueue(db, sendMail, { to: owner.email, ...letter, replyTo });
  }
});

const editorValues = (editor: Editor | undefined) => ({
  editor: editor?.manager ?? '',
  manager: editor !== undefined && editor.manager !== null,
  former: editor?.isFormer ?? false,
  other: editor?.manager === null && !editor.isFormer,
});

/** Edits of different people, and what was put back and what stands again, are told apart. */
function lettersOf(items: readonly Act[]) {
  const groups = Object.values(
    Object.groupBy(items, ({ isRedone, editor }) => JSON.stringify([isRedone ?? false, editor ?? null])),
  );
  return groups.flatMap((acts) => {
    const [first] = acts ?? [];
    if (acts === undefined || first === undefined) return [];
    const isOwn = first.editor === undefined;
    const back = isOwn ? putBackMail : putBackOfOtherMail;
    return [[acts, first.isRedone ? (isOwn ? standsAgainMail : standsAgainOfOtherMail) : back] as const];
  });
}

function actParts({ fields, reason, isRedone, editor }: Act, plain: (text: string) => string): LetterPart[] {
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
        ...(from === ''
          ? [`${label}. ${editor ? 'It had been' : 'You had'} removed${editor ? '' : ' it'}.`]
          : [`${label}. ${editor ? 'The edit said' : 'You wrote'}:`, { quote: plain(from) }]),
        ...(to === '' ? ['It is empty again.'] : ['It says again:', { quote: plain(to) }]),
      ];
    }),
    ...(reason === '' ? [] : ['Why:', { quote: reason }]),
  ];
}
