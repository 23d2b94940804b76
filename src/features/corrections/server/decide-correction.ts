/** Staff decide on a suggested change: they write it into the listing, decline it, or put back what it wrote. */

import { and, desc, eq } from 'drizzle-orm';
import * as z from 'zod/mini';
import { requireUser } from '#features/accounts/server/current-user.ts';
import { wasFirst } from '#features/audit/server/last-actor.ts';
import { mailAfterUndo, noteAct } from '#features/audit/server/note-act.ts';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import { ListingForm } from '#features/businesses/business-form.ts';
import { retryTakenSlug } from '#features/businesses/server/retry-taken-slug.ts';
import { updateBusiness } from '#features/businesses/server/update-business.ts';
import { isSameValue } from '#features/businesses/server/written-fields.ts';
import type { Database } from '#server/db/client.ts';
import { auditLog, businesses, corrections } from '#server/db/schema/index.ts';
import type { ApiRequest } from '#server/http/serve.ts';
import { lendSecrets } from '#server/site-secret.ts';
import { columnOf, type SingleField } from '#shared/listing-fields.ts';
import { Problem } from '#shared/problem.ts';
import { canTakeOver, correctionLabel } from '../correction-fields.ts';
import { mailDeclined, mailOwnerOfCorrection, mailThanks } from './correction-letters.ts';

type Request = Pick<ApiRequest, 'db' | 'user' | 'city' | 'env' | 'now'>;
type Row = typeof corrections.$inferSelect;
type Business = typeof businesses.$inferSelect;

const changedSince = () =>
  new Problem('conflict', 'The listing says something else by now. To change it, edit the listing.');
const gone = () => new Problem('not_found', 'This suggestion is not there any more.');

const deeds: Readonly<Record<Row['status'], string>> = {
  waiting: 'opened this suggestion again',
  accepted: 'took this suggestion over',
  declined: 'declined this suggestion',
  done: 'marked this suggestion done',
  undone: 'put back what this suggestion changed',
};

/** Names the colleague who was first. */
async function tooLate(tx: Database, { id, status }: Row, request: Request): Promise<Problem> {
  const actions = [`correction.${status === 'waiting' ? 'reopened' : status}`];
  return wasFirst(tx, { subjectType: 'correction', subjectId: id, actions }, deeds[status], request);
}

/** Locks the business before the suggestion, in the order in which a merge does. */
async function lock(
  tx: Database,
  id: string,
  status: Row['status'],
  request: Request,
): Promise<{ row: Row; business: Business }> {
  const [seen] = await tx.select().from(corrections).where(eq(corrections.id, id));
  if (seen === undefined) throw gone();
  const [business] = await tx.select().from(businesses).where(eq(businesses.id, seen.businessId)).for('update');
  const [row] = await tx.select().from(corrections).where(eq(corrections.id, id)).for('update');
  if (business === undefined || row === undefined || row.businessId !== business.id) throw gone();
  if (row.status !== status) throw await tooLate(tx, row, request);
  return { row, business };
}

/** A form that writes this one field and leaves all others as they are. */
function formWith(business: Business, field: SingleField, value: string): ListingForm {
  const { name, description, address, categoryId } = business;
  return { name, description, address, category: categoryId, [field]: value };
}

/** Visitors write sentences into these fields; the words of the listing's form do not say what to do with them. */
const whatToDo: Partial<Record<SingleField, string>> = {
  website:
    'This is not a web address. Change it first: write one such as https://example.org, or empty the field if they have none',
  email:
    'This is not an email address. Change it first: write one such as office@example.org, or empty the field if they have none',
};

/** @throws Problem 'invalid' */
function checkedValue(field: Exclude<SingleField, 'hours'>, value: string): string {
  const result = z.safeParse(ListingForm.shape[field], value);
  if (result.success) return String(result.data ?? '');
  const message = whatToDo[field] ?? result.error.issues[0]?.message ?? 'This value does not fit. Change it first';
  throw new Problem('invalid', message, { fields: { value: message } });
}

interface Written {
  field: SingleField;
  value: string;
  /** Stored with another website than before. */
  websiteBy: Business['websiteBy'];
}

/** Writes one field as staff do, and answers the column's value afterwards. */
async function write(tx: Database, business: Business, { field, value, websiteBy }: Written, request: Request) {
  await updateBusiness(
    { id: business.id, form: formWith(business, field, value), version: undefined },
    { ...request, db: tx },
  );
  const [after] = await tx.select().from(businesses).where(eq(businesses.id, business.id));
  if (after?.website !== business.website) {
    await tx.update(businesses).set({ websiteBy }).where(eq(businesses.id, business.id));
  }
  return after?.[columnOf(field)] ?? null;
}

/**
 * @param value staff's better value; undefined: what the visitor says
 * @throws Problem 'not_found', 'invalid' for a value that the field does not take, 'conflict' when somebody was first
 */
export function acceptCorrection(id: string, value: string | undefined, request: Request): Promise<void> {
  const actor = requireUser(request.user);
  return retryTakenSlug(() =>
    request.db.transaction(async (tx) => {
      lendSecrets(request.db, tx);
      const { row, business } = await lock(tx, id, 'waiting', request);
      const { field } = row;
      if (!canTakeOver(field)) {
        throw new Problem('conflict', `${correctionLabel(field)}: please change this in the listing's own form.`);
      }
      if (business.status === 'pending' || business.status === 'rejected') {
        throw new Problem('conflict', 'This listing is not online. Please decide on it first.');
      }
      const before = business[columnOf(field)];
      // A stranger named the website, so it proves no claim.
      const written = { field, value: checkedValue(field, value ?? row.right), websiteBy: null };
      const after = await write(tx, business, written, request);
      const at = request.now();
      await tx
        .update(corrections)
        .set({ status: 'accepted', before, after, decidedAt: at, decidedById: actor.id })
        .where(eq(corrections.id, id));
      const former: Former = { websiteBy: business.websiteBy };
      await note(tx, row, business, { actorId: actor.id, action: 'correction.accepted', former });
      const later = { city: request.city, env: request.env, startAfter: mailAfterUndo(at) };
      const mails = [await mailThanks(tx, { email: row.email, business }, later)];
      if (!isSameValue(before, after)) {
        mails.push(await mailOwnerOfCorrection(tx, { business, field, before, after, isUndone: false }, later));
      }
      await noteAct(tx, { kind: 'correction-taken-over', actorId: actor.id, subjectId: id, before: {}, mails, at });
    }),
  );
}

interface Closing {
  as: 'declined' | 'done';
  /** Mailed with a no to the visitor who left an address; empty: nobody is told. */
  reason?: string | undefined;
  groupId?: string;
}

/** @throws Problem 'not_found', 'conflict' when somebody was first */
export async function closeCorrection(
  id: string,
  { as, reason = '', groupId }: Closing,
  request: Request,
): Promise<void> {
  const actor = requireUser(request.user);
  await request.db.transaction(async (tx) => {
    const { row, business } = await lock(tx, id, 'waiting', request);
    const at = request.now();
    await tx
      .update(corrections)
      .set({ status: as, decidedAt: at, decidedById: actor.id })
      .where(eq(corrections.id, id));
    const isTold = as === 'declined' && reason !== '';
    await note(tx, row, business, { actorId: actor.id, action: `correction.${as}`, ...(isTold ? { reason } : {}) });
    const later = { city: request.city, env: request.env, startAfter: mailAfterUndo(at) };
    const mails = isTold ? [await mailDeclined(tx, { ...row, business, reason }, later)] : [];
    if (as === 'done') mails.push(await mailThanks(tx, { email: row.email, business }, later));
    await noteAct(tx, { kind: 'correction', actorId: actor.id, subjectId: id, before: {}, mails, at, groupId });
  });
}

/** Lets a suggestion wait again that was closed at `closedAt`. @throws Problem 'conflict' when somebody has decided on it since */
export async function reopenCorrection(
  tx: Database,
  id: string,
  { closedAt, actorId }: { closedAt: Date; actorId: string },
  request: Request,
): Promise<void> {
  const [seen] = await tx.select({ status: corrections.status }).from(corrections).where(eq(corrections.id, id));
  if (seen === undefined) throw gone();
  const { row, business } = await lock(tx, id, seen.status, request);
  if (row.decidedAt?.getTime() !== closedAt.getTime()) throw await tooLate(tx, row, request);
  await tx
    .update(corrections)
    .set({ status: 'waiting', decidedAt: null, decidedById: null })
    .where(eq(corrections.id, id));
  await note(tx, row, business, { actorId, action: 'correction.reopened' });
}

/**
 * Takes back at once what was taken over: the listing says the former again, and the suggestion waits. Nobody has been told.
 * @throws Problem 'conflict' when the listing says something else by now
 */
export async function untakeCorrection(
  tx: Database,
  id: string,
  request: Request & { actorId: string },
): Promise<void> {
  const { row, business } = await lock(tx, id, 'accepted', request);
  await writeFormer(tx, { row, business }, request);
  await tx
    .update(corrections)
    .set({ status: 'waiting', before: null, after: null, decidedAt: null, decidedById: null })
    .where(eq(corrections.id, id));
  await note(tx, row, business, { actorId: request.actorId, action: 'correction.reopened' });
}

/** @throws Problem 'conflict' */
async function writeFormer(tx: Database, { row, business }: { row: Row; business: Business }, request: Request) {
  const { field, before, after } = row;
  if (!canTakeOver(field) || !isSameValue(business[columnOf(field)], after)) throw changedSince();
  if (isSameValue(before, after)) return;
  const { websiteBy } = await readFormer(tx, row.id);
  await write(tx, business, { field, value: String(before ?? ''), websiteBy }, request);
}

/** An undo gives this back beside the field itself. */
type Former = Pick<Business, 'websiteBy'>;

async function readFormer(tx: Database, id: string): Promise<Former> {
  const { subjectType, subjectId, action } = auditLog;
  const [entry] = await tx
    .select({ data: auditLog.data })
    .from(auditLog)
    .where(and(eq(subjectType, 'correction'), eq(subjectId, id), eq(action, 'correction.accepted')))
    .orderBy(desc(auditLog.id))
    .limit(1);
  return (entry?.data as { former?: Former } | undefined)?.former ?? { websiteBy: null };
}

/** @throws Problem 'not_found', 'conflict' when it is not accepted or the listing says something else by now */
export function undoCorrection(id: string, request: Request): Promise<void> {
  const actor = requireUser(request.user);
  return retryTakenSlug(() =>
    request.db.transaction(async (tx) => {
      lendSecrets(request.db, tx);
      const { row, business } = await lock(tx, id, 'accepted', request);
      const { field, before, after } = row;
      if (!canTakeOver(field) || isSameValue(before, after)) throw changedSince();
      await writeFormer(tx, { row, business }, request);
      await tx
        .update(corrections)
        .set({ status: 'undone', decidedAt: request.now(), decidedById: actor.id })
        .where(eq(corrections.id, id));
      await note(tx, row, business, { actorId: actor.id, action: 'correction.undone' });
      await mailOwnerOfCorrection(tx, { business, field, before: after, after: before, isUndone: true }, request);
    }),
  );
}

/** The edit itself is a row of the business's history; this one says which suggestion it came from. */
async function note(
  tx: Database,
  { id, field }: Row,
  business: Business,
  { actorId, action, former, reason }: { actorId: string; action: string; former?: Former; reason?: string },
): Promise<void> {
  const data = {
    business: business.id,
    name: business.name,
    field,
    ...(former ? { former } : {}),
    ...(reason ? { reason } : {}),
  };
  await writeAudit(tx, { actorId, action, subjectType: 'correction', subjectId: id, data });
}
