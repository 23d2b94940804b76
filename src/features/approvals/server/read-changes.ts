/** Owners' edits of live listings: rows of the audit log, with the decisions of staff. */
import { and, desc, eq, inArray, lt, type SQL, sql } from 'drizzle-orm';
import { erasedText } from '#features/audit/erased-text.ts';
import { describeValue, readValueNames } from '#features/businesses/server/describe-value.ts';
import { fieldPairs } from '#features/businesses/server/edited-fields.ts';
import { fieldValue, isSameValue } from '#features/businesses/server/written-fields.ts';
import type { Database } from '#server/db/client.ts';
import { auditLog, businesses, users } from '#server/db/schema/index.ts';
import type { Services } from '#server/http/serve.ts';
import { Problem } from '#shared/problem.ts';
import type { Change, ChangedField } from '../contract.ts';
import { livePosts, postChange, undoneChange } from './post-changes.ts';

/** A decision by staff is itself a row, with subject 'change' and the edit's id. */
export const changeKept = 'change.kept';
export const changeUndone = 'change.undone';
/** With `reopens` in its data, the edit waits for staff again. */
export const changeRedone = 'change.redone';

/** An edit of a listing, or of an announcement or event that visitors saw before and after. */
export const isEdit = sql`(${auditLog.action} = 'business.edited'
  or ${auditLog.action} in ('business.announcement-changed', 'business.event-changed') and ${auditLog.data} ? 'former')`;

/** An edit of a listing that was live then, or became so with it, and still exists. */
const isLiveEdit = and(
  isEdit,
  eq(auditLog.subjectType, 'business'),
  sql`(${businesses.approvedAt} <= ${auditLog.at} or ${auditLog.data} ? 'atApproval')`,
  sql`${businesses.status} in ('approved', 'hidden')`,
) as SQL;
/** The account behind an import may be gone: its edits wait for nobody all the same. */
const isImport = sql<boolean>`coalesce(${auditLog.data} ? 'import', false)`;
/** A row of the audit log beside its actor in users. */
export const isByOwner = sql<boolean>`(coalesce(${users.role}, 'owner') = 'owner' and not ${isImport})`;

/**
 * An undo that left live fields names them in `left`: the edit then waits for staff as before. One that was a slip does not count.
 */
export const isReviewed = sql`exists (
  select from audit_log r where r.subject_type = 'change' and r.subject_id = ${auditLog.id}::text
    and r.action <> '${sql.raw(changeRedone)}' and coalesce(r.data -> 'left', '[]') = '[]'
    and not exists (
      select from audit_log s where s.subject_type = 'change' and s.subject_id = r.subject_id and s.id > r.id
        and s.action = '${sql.raw(changeRedone)}' and s.data ? 'reopens'))`;

/** Casts only for edits: subject_id of other actions may not be a UUID. */
export const businessOfRow = sql`${businesses.id} = case when ${isEdit} then ${auditLog.subjectId}::uuid end`;

type Sources = Pick<Services, 'db' | 'city'>;

/** Newest first. */
export async function readChanges({ db, city }: Sources, where: SQL | undefined, limit: number): Promise<Change[]> {
  const rows = await db
    .select({
      id: auditLog.id,
      at: auditLog.at,
      data: auditLog.data,
      actorId: users.id,
      actorName: users.username,
      isByOwner,
      isImport,
      business: businesses,
      owner: sql<string | null>`(select o.username from users o where o.id = ${businesses.ownerId})`,
    })
    .from(auditLog)
    .innerJoin(businesses, businessOfRow)
    .leftJoin(users, eq(users.id, auditLog.actorId))
    .where(and(isLiveEdit, where))
    .orderBy(desc(auditLog.id))
    .limit(limit);
  if (rows.length === 0) return [];
  const names = await readValueNames(db, city);
  const reviews = await readReviews(
    db,
    rows.map(({ id }) => id),
  );
  const posts = new Map(rows.map(({ id, data }) => [id, postChange(data)]));
  const undonePost = (id: string) => undoneChange(posts.get(id) ?? null, reviews.get(id)?.undone);
  const undonePosts = new Map(rows.map(({ id }) => [id, undonePost(id)]));
  const live = await livePosts(
    db,
    [...posts.values(), ...undonePosts.values()].filter((post) => post !== null),
    city.facts.timeZone,
  );
  return rows.map(({ id, at, data, actorId, actorName, isByOwner, isImport, business, owner }) => {
    const review = reviews.get(id);
    const post = posts.get(id) ?? null;
    const fields = fieldPairs(data).map(([field, [before, after]]): ChangedField => {
      const undone = undoneBy(review, field);
      const now = fieldValue(business, field);
      const state = undone ? 'undone' : isSameValue(now, after) ? 'live' : 'changed';
      return {
        field,
        of: null,
        before: describeValue(field, before, names),
        after: describeValue(field, after, names),
        state,
        canUndo: state === 'live',
        canRedo: state === 'undone' && isSameValue(now, before) && !isErased(data, field),
        undone,
      };
    });
    if (post !== null) {
      const { field, pair } = post;
      const undone = undoneBy(review, field);
      const state = undone ? 'undone' : live.has(post) ? 'live' : 'changed';
      const of = post.field === 'event' ? post.title : null;
      const back = undonePosts.get(id);
      const can = { canUndo: state === 'live', canRedo: back ? live.has(back) : false };
      fields.push({ field, of, before: pair[0], after: pair[1], state, ...can, undone });
    }
    return {
      id,
      at: at.toISOString(),
      by: actorId && actorName ? { id: actorId, username: actorName } : null,
      isByOwner,
      isImport,
      isBack: (data as { changedBack?: true } | null)?.changedBack === true,
      tells: isImport || (!isByOwner && actorId === business.ownerId) ? null : owner,
      business: { id: business.id, slug: business.slug, name: business.name, status: business.status },
      fields,
      reviewed: review?.closed ?? null,
    };
  });
}

/** The edit's own value had the address of such a person in it. */
const isErased = (data: unknown, field: string): boolean => {
  const pair = ((data ?? {}) as Record<string, unknown>)[field];
  return Array.isArray(pair) && JSON.stringify(pair[1] ?? null).includes(erasedText);
};

export type UndoneFields = ReadonlyMap<string, NonNullable<ChangedField['undone']> & { former: unknown }>;

interface Review {
  /** The last decision after which nothing of the edit waited for staff. */
  closed: Change['reviewed'];
  /** It waited before the last undo. */
  wasOpen: boolean;
  /** `former`: the words of an announcement or event that the undo replaced. */
  undone: Map<string, NonNullable<ChangedField['undone']> & { former: unknown }>;
}

function undoneBy(review: Review | undefined, field: string): ChangedField['undone'] {
  const undone = review?.undone.get(field);
  return undone ? { at: undone.at, by: undone.by } : null;
}

interface Decision {
  fields?: string[];
  left?: string[];
  former?: unknown;
  reopens?: boolean;
}

/** Decisions by the edit's id; edits that nobody has reviewed are missing. */
export async function readReviews(db: Database, ids: readonly string[]): Promise<Map<string, Review>> {
  const rows = await db
    .select({
      change: auditLog.subjectId,
      at: auditLog.at,
      by: users.username,
      action: auditLog.action,
      data: auditLog.data,
    })
    .from(auditLog)
    .leftJoin(users, eq(users.id, auditLog.actorId))
    .where(and(eq(auditLog.subjectType, 'change'), inArray(auditLog.subjectId, [...ids])))
    .orderBy(auditLog.id);
  const reviews = new Map<string, Review>();
  for (const { change, at, by, action, data } of rows) {
    const review = reviews.get(change) ?? { closed: null, wasOpen: true, undone: new Map() };
    reviews.set(change, review);
    const act = { at: at.toISOString(), by };
    const isUndo = action === changeUndone;
    const { fields = [], left = [], former, reopens } = (action === changeKept ? {} : data) as Decision;
    if (action === changeRedone) {
      for (const field of fields) review.undone.delete(field);
      if (review.closed !== null) review.closed = reopens ? null : { ...act, undone: false };
      continue;
    }
    if (isUndo) review.wasOpen = review.closed === null;
    for (const field of fields) review.undone.set(field, { ...act, former });
    if (left.length === 0) review.closed = { ...act, undone: isUndo };
  }
  return reviews;
}

interface ChangeSearch {
  state: 'open' | 'all';
  business?: string | undefined;
  cursor?: string | undefined;
}

export function listChanges(
  from: Sources,
  { state, business, cursor }: ChangeSearch,
  limit: number,
): Promise<Change[]> {
  return readChanges(
    from,
    and(
      state === 'open' ? sql`not ${isReviewed}` : undefined,
      // Edits by staff wait for nobody; they stand with the business, where they can be put back.
      business && state === 'all' ? undefined : isByOwner,
      business ? eq(auditLog.subjectId, business) : undefined,
      cursor ? lt(auditLog.id, cursor) : undefined,
    ),
    limit,
  );
}

/** @throws Problem 'not_found' */
export async function getChange(from: Sources, id: string): Promise<Change> {
  const [change] = await readChanges(from, eq(auditLog.id, id), 1);
  if (change === undefined) throw new Problem('not_found', 'This edit is not there any more.');
  return change;
}
