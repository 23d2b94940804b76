/** Staff create, edit, pause and delete ads. A picture's files go when no ad shows it any more. */
import { eq } from 'drizzle-orm';
import { requireUser } from '#features/accounts/server/current-user.ts';
import { lastActor, wasFirst } from '#features/audit/server/last-actor.ts';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import type { Database } from '#server/db/client.ts';
import { ads } from '#server/db/schema/index.ts';
import { announceChange } from '#server/http/announce-change.ts';
import type { ApiRequest } from '#server/http/serve.ts';
import { filesOf } from '#server/storage/site-files.ts';
import { removePicture } from '#server/storage/store-picture.ts';
import { Problem } from '#shared/problem.ts';
import type { AdForm } from '../staff-contract.ts';
import { adNotFound } from './read-staff-ads.ts';

type Request = Pick<ApiRequest, 'db' | 'env' | 'user' | 'now'>;
type Row = typeof ads.$inferSelect;

async function lock(tx: Database, id: string): Promise<Row> {
  const [row] = await tx.select().from(ads).where(eq(ads.id, id)).for('update');
  if (row === undefined) throw adNotFound();
  return row;
}

async function note(tx: Database, { user }: Request, action: string, id: string, data: Record<string, unknown>) {
  await writeAudit(tx, { actorId: requireUser(user).id, action, subjectType: 'ad', subjectId: id, data });
  await announceChange(tx, ['ads']);
}

async function dropPicture({ db, env }: Request, src: string | null): Promise<void> {
  if (src === null || (await db.$count(ads, eq(ads.imageUrl, src))) > 0) return;
  await removePicture(src, filesOf(env).uploads);
}

/** @returns the new ad's id */
export function createAd(form: AdForm, request: Request): Promise<string> {
  return request.db.transaction(async (tx) => {
    const [row] = await tx.insert(ads).values(form).returning({ id: ads.id });
    if (row === undefined) throw new Error('The insert of the ad returned no row');
    await note(tx, request, 'ad.placed', row.id, { title: form.title, slot: form.slot, url: form.url });
    return row.id;
  });
}

/** @throws Problem 'not_found', 'conflict' when somebody else saved first */
export async function updateAd(
  { id, form, version }: { id: string; form: AdForm; version: number },
  request: Request,
): Promise<void> {
  const before = await request.db.transaction(async (tx) => {
    const row = await lock(tx, id);
    if (row.version !== version) {
      const { who, ago } = await lastActor(tx, { subjectType: 'ad', subjectId: id }, request);
      throw new Problem('conflict', `${who} changed this ad${ago}. Yours is not saved yet.`);
    }
    const names = Object.keys(form) as (keyof AdForm)[];
    const changed = names.filter((name) => row[name] !== form[name]);
    if (changed.length === 0) return row;
    await tx
      .update(ads)
      .set({ ...form, version: version + 1, updatedAt: request.now() })
      .where(eq(ads.id, id));
    const data = Object.fromEntries(changed.map((name) => [name, [row[name], form[name]]]));
    await note(tx, request, 'ad.changed', id, data);
    return row;
  });
  if (before.imageUrl !== form.imageUrl) await dropPicture(request, before.imageUrl);
}

/** @throws Problem 'not_found', 'conflict' when the ad is in that state already */
export function setAdActive({ id, active }: { id: string; active: boolean }, request: Request): Promise<void> {
  return request.db.transaction(async (tx) => {
    const row = await lock(tx, id);
    if (row.active === active) {
      const done = { subjectType: 'ad', subjectId: id, actions: [active ? 'ad.resumed' : 'ad.paused'] };
      throw await wasFirst(tx, done, active ? 'showed this ad again' : 'paused this ad', request);
    }
    await tx
      .update(ads)
      .set({ active, version: row.version + 1, updatedAt: request.now() })
      .where(eq(ads.id, id));
    await note(tx, request, active ? 'ad.resumed' : 'ad.paused', id, { title: row.title });
  });
}

/** @throws Problem 'not_found' */
export async function deleteAd(id: string, request: Request): Promise<void> {
  const row = await request.db.transaction(async (tx) => {
    const held = await lock(tx, id);
    await tx.delete(ads).where(eq(ads.id, id));
    const { title, slot, url, startsOn, endsOn } = held;
    await note(tx, request, 'ad.removed', id, { title, slot, url, startsOn, endsOn });
    return held;
  });
  await dropPicture(request, row.imageUrl);
}
