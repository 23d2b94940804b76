/** Staff put up notices, change them, take them down and put them back. */
import { and, eq, gt, isNull, or } from 'drizzle-orm';
import { requireUser } from '#features/accounts/server/current-user.ts';
import { lastActor, wasFirst } from '#features/audit/server/last-actor.ts';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import type { Database } from '#server/db/client.ts';
import { notices } from '#server/db/schema/index.ts';
import { announceChange } from '#server/http/announce-change.ts';
import type { ApiRequest } from '#server/http/serve.ts';
import { Problem } from '#shared/problem.ts';
import { noticeState } from '../notice-state.ts';
import type { NoticeForm } from '../staff-contract.ts';
import { maxNotices } from './current-notices.ts';
import { noticeNotFound } from './read-staff-notices.ts';

type Request = Pick<ApiRequest, 'db' | 'user' | 'now'>;
type Row = typeof notices.$inferSelect;

async function lock(tx: Database, id: string): Promise<Row> {
  const [row] = await tx.select().from(notices).where(eq(notices.id, id)).for('update');
  if (row === undefined) throw noticeNotFound();
  return row;
}

async function note(tx: Database, { user }: Request, action: string, id: string, data: Record<string, unknown>) {
  await writeAudit(tx, { actorId: requireUser(user).id, action, subjectType: 'notice', subjectId: id, data });
  await announceChange(tx, ['notices']);
}

/** @throws Problem 'conflict' when there are as many as the pages can bear */
async function checkRoom(tx: Database, now: Date): Promise<void> {
  const count = await tx.$count(
    notices,
    and(isNull(notices.takenDownAt), or(isNull(notices.endsAt), gt(notices.endsAt, now))),
  );
  if (count >= maxNotices) {
    throw new Problem('conflict', `${maxNotices} notices are up or planned. Take one down first.`);
  }
}

/** @throws Problem 'invalid' when nobody would ever see the notice */
function checkEnd(endsAt: Date | null, now: Date): void {
  if (endsAt === null || endsAt > now) return;
  const text = 'This end is over already. Choose a later one';
  throw new Problem('invalid', text, { fields: { endsAt: text } });
}

function valuesOf({ startsAt, endsAt, url, label, ...form }: NoticeForm, otherwise: Date) {
  return {
    ...form,
    url,
    label: url === null ? null : label,
    startsAt: startsAt === null ? otherwise : new Date(startsAt),
    endsAt: endsAt === null ? null : new Date(endsAt),
  };
}

/**
 * @returns the new notice's id
 * @throws Problem 'invalid', 'conflict'
 */
export function createNotice(form: NoticeForm, request: Request): Promise<string> {
  const now = request.now();
  return request.db.transaction(async (tx) => {
    const values = valuesOf(form, now);
    checkEnd(values.endsAt, now);
    await checkRoom(tx, now);
    const [row] = await tx
      .insert(notices)
      .values({ ...values, createdBy: requireUser(request.user).id })
      .returning({ id: notices.id });
    if (row === undefined) throw new Error('The insert of the notice returned no row');
    await note(tx, request, 'notice.put-up', row.id, { ...values });
    return row.id;
  });
}

/** @throws Problem 'not_found', 'invalid', 'conflict' when somebody else saved first */
export function updateNotice(
  { id, form, version }: { id: string; form: NoticeForm; version: number },
  request: Request,
): Promise<void> {
  const now = request.now();
  return request.db.transaction(async (tx) => {
    const row = await lock(tx, id);
    if (row.version !== version) {
      const { who, ago } = await lastActor(tx, { subjectType: 'notice', subjectId: id }, request);
      throw new Problem('conflict', `${who} changed this notice${ago}. Yours is not saved yet.`);
    }
    const values = valuesOf(form, row.startsAt);
    if (values.endsAt?.getTime() !== row.endsAt?.getTime()) checkEnd(values.endsAt, now);
    // A new end brings an ended notice back, which needs room like a new one.
    if (noticeState(row, now) === 'ended' && noticeState({ ...row, ...values }, now) !== 'ended') {
      await checkRoom(tx, now);
    }
    const names = Object.keys(values) as (keyof typeof values)[];
    const changed = names.filter((name) => String(row[name]) !== String(values[name]));
    if (changed.length === 0) return;
    await tx
      .update(notices)
      .set({ ...values, version: version + 1, updatedAt: now })
      .where(eq(notices.id, id));
    const data = Object.fromEntries(changed.map((name) => [name, [row[name], values[name]]]));
    await note(tx, request, 'notice.changed', id, data);
  });
}

/** @throws Problem 'not_found', 'conflict' when somebody else was first, or its time is over */
export function setNoticeShown({ id, shown }: { id: string; shown: boolean }, request: Request): Promise<void> {
  const now = request.now();
  return request.db.transaction(async (tx) => {
    const row = await lock(tx, id);
    if ((row.takenDownAt === null) === shown) {
      const done = { subjectType: 'notice', subjectId: id, actions: [shown ? 'notice.put-back' : 'notice.taken-down'] };
      throw await wasFirst(tx, done, shown ? 'put this notice back' : 'took this notice down', request);
    }
    if (noticeState({ ...row, takenDownAt: null }, now) === 'ended') {
      throw new Problem('conflict', 'This notice has ended. Give it a later end to show it again.');
    }
    if (shown) await checkRoom(tx, now);
    await tx
      .update(notices)
      .set({ takenDownAt: shown ? null : now, version: row.version + 1, updatedAt: now })
      .where(eq(notices.id, id));
    await note(tx, request, shown ? 'notice.put-back' : 'notice.taken-down', id, { text: row.text });
  });
}
