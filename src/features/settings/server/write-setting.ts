/** Overrides one part of the city pack, or a text of the site, or removes the override. Every process shows the change at once. */
import { eq, sql } from 'drizzle-orm';
import { requireUser } from '#features/accounts/server/current-user.ts';
import { lastActor } from '#features/audit/server/last-actor.ts';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import type { SettingKey } from '#server/city-pack-schema.ts';
import { packSetting, refreshCity } from '#server/city-settings.ts';
import type { Database } from '#server/db/client.ts';
import { citySettings } from '#server/db/schema/index.ts';
import { announceChange } from '#server/http/announce-change.ts';
import type { ApiRequest } from '#server/http/serve.ts';
import { Problem } from '#shared/problem.ts';
import { checkSetting } from './check-setting.ts';

type Request = Pick<ApiRequest, 'db' | 'city' | 'user' | 'now'>;

/** Locks one part, even when it has no row yet. */
async function lock(tx: Database, key: string) {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('city_settings'), hashtext(${key}))`);
  const [row] = await tx.select().from(citySettings).where(eq(citySettings.key, key));
  return row;
}

interface Put<V> {
  key: string;
  /** Checked. */
  value: V;
  /** The time in the copy that was edited. */
  changedAt: string | null;
  /** The value without a row. */
  own: V;
  /** Runs in the same transaction. */
  follow?: Follow;
}

type Follow = (tx: Database) => Promise<void>;

/** Stores a value. @throws Problem 'conflict' when somebody else saved first */
export async function putRow<V>({ key, value, changedAt, own, follow }: Put<V>, request: Request): Promise<void> {
  await request.db.transaction(async (tx) => {
    const row = await lock(tx, key);
    if ((row?.updatedAt.toISOString() ?? null) !== changedAt) {
      const { who, ago } = await lastActor(tx, { subjectType: 'settings', subjectId: key }, request);
      throw new Problem('conflict', `${who} changed this${ago}. Yours is not saved yet.`);
    }
    const old = row === undefined ? own : row.value;
    const values = { value, updatedAt: request.now(), updatedById: requireUser(request.user).id };
    await tx
      .insert(citySettings)
      .values({ key, ...values })
      .onConflictDoUpdate({ target: citySettings.key, set: values });
    await note(tx, request, { key, action: 'settings.changed', old, now: value });
    await follow?.(tx);
  });
  await refreshCity(request.db, request.city);
}

interface Reset {
  key: string;
  own: unknown;
  /** Said when there is no row. */
  refusal: string;
  /** The time of the change that is given up; undefined: whatever is stored. */
  changedAt?: string | undefined;
  follow?: Follow;
}

/**
 * Deletes a row, so that `own` counts again.
 * @throws Problem 'conflict' when there is none, or another than the one that was seen
 */
export async function resetRow({ key, own, refusal, changedAt, follow }: Reset, request: Request): Promise<void> {
  await request.db.transaction(async (tx) => {
    const row = await lock(tx, key);
    if (row === undefined) throw new Problem('conflict', refusal);
    if (changedAt !== undefined && row.updatedAt.toISOString() !== changedAt) {
      const { who } = await lastActor(tx, { subjectType: 'settings', subjectId: key }, request);
      throw new Problem('conflict', `${who} has changed this since. Please look at it again.`);
    }
    await tx.delete(citySettings).where(eq(citySettings.key, key));
    await note(tx, request, { key, action: 'settings.reset', old: row.value, now: own });
    await follow?.(tx);
  });
  await refreshCity(request.db, request.city);
}

/** @throws Problem 'invalid', 'conflict' when somebody else saved first */
export async function putSetting(
  { key, value, changedAt }: { key: SettingKey; value: unknown; changedAt: string | null },
  request: Request,
): Promise<void> {
  const checked = checkSetting(request.city, key, value);
  const own = packSetting(request.city, key);
  await putRow<unknown>({ key, value: checked, changedAt, own }, request);
}

/** @throws Problem 'conflict' when there is no override, or another than the one that was seen */
export async function resetSetting(
  { key, changedAt }: { key: SettingKey; changedAt?: string | undefined },
  request: Request,
): Promise<void> {
  const refusal = 'This is the original already.';
  await resetRow({ key, own: packSetting(request.city, key), refusal, changedAt }, request);
}

interface Change {
  key: string;
  action: string;
  old: unknown;
  now: unknown;
}

async function note(tx: Database, { user }: Request, { key, action, old, now }: Change): Promise<void> {
  const data = changedFields(old, now);
  await writeAudit(tx, { actorId: requireUser(user).id, action, subjectType: 'settings', subjectId: key, data });
  await announceChange(tx, ['city']);
}

/** Differences as {phone: [old, new]}; for a list or a single value, the whole value. */
function changedFields(old: unknown, now: unknown): Record<string, unknown> {
  if (!isRecord(old) || !isRecord(now)) return { value: [old, now] };
  const names = Object.keys({ ...old, ...now });
  const changed = names.filter((name) => JSON.stringify(old[name]) !== JSON.stringify(now[name]));
  return Object.fromEntries(changed.map((name) => [name, [old[name], now[name]]]));
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
