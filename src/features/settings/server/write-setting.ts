/** Overrides one part of the city pack, or removes the override. Every process shows the change at once. */
import { eq, sql } from 'drizzle-orm';
import { requireUser } from '#features/accounts/server/current-user.ts';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import type { SettingKey } from '#server/city-pack-schema.ts';
import { packSetting, refreshCity, shownSetting } from '#server/city-settings.ts';
import type { Database } from '#server/db/client.ts';
import { citySettings } from '#server/db/schema/index.ts';
import { announceChange } from '#server/http/announce-change.ts';
import type { ApiRequest } from '#server/http/serve.ts';
import { filesOf } from '#server/storage/site-files.ts';
import { removePicture } from '#server/storage/store-picture.ts';
import { Problem } from '#shared/problem.ts';
import { checkSetting } from './check-setting.ts';

type Request = Pick<ApiRequest, 'db' | 'city' | 'env' | 'user' | 'now'>;

/** Locks one part, even when it has no row yet. */
async function lock(tx: Database, key: SettingKey) {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('city_settings'), hashtext(${key}))`);
  const [row] = await tx.select().from(citySettings).where(eq(citySettings.key, key));
  return row;
}

/** @throws Problem 'invalid', 'conflict' when somebody else saved first */
export async function putSetting(
  { key, value, changedAt }: { key: SettingKey; value: unknown; changedAt: string | null },
  request: Request,
): Promise<void> {
  const checked = checkSetting(request.city, key, value);
  const before = await request.db.transaction(async (tx) => {
    const row = await lock(tx, key);
    if ((row?.updatedAt.toISOString() ?? null) !== changedAt) {
      throw new Problem('conflict', 'Somebody else changed this meanwhile. Save again if yours is to stand.');
    }
    const old = row === undefined ? packSetting(request.city, key) : row.value;
    const values = { value: checked, updatedAt: request.now(), updatedById: requireUser(request.user).id };
    await tx
      .insert(citySettings)
      .values({ key, ...values })
      .onConflictDoUpdate({ target: citySettings.key, set: values });
    await note(tx, request, { key, action: 'settings.changed', old, now: checked });
    return old;
  });
  await afterwards(request, key, before);
}

/** @throws Problem 'conflict' when there is no override */
export async function resetSetting(key: SettingKey, request: Request): Promise<void> {
  const before = await request.db.transaction(async (tx) => {
    const row = await lock(tx, key);
    if (row === undefined) throw new Problem('conflict', "This is the city pack's own value already.");
    await tx.delete(citySettings).where(eq(citySettings.key, key));
    const now = packSetting(request.city, key);
    await note(tx, request, { key, action: 'settings.reset', old: row.value, now });
    return row.value;
  });
  await afterwards(request, key, before);
}

interface Change {
  key: SettingKey;
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

/** Refreshes this process, and deletes pictures that nothing shows any more. */
async function afterwards({ db, city, env }: Request, key: SettingKey, before: unknown): Promise<void> {
  await refreshCity(db, city);
  if (key !== 'heroSlides') return;
  const shown = new Set(uploadsIn(shownSetting(city, key)));
  for (const src of uploadsIn(before)) if (!shown.has(src)) await removePicture(src, filesOf(env).uploads);
}

function uploadsIn(slides: unknown): string[] {
  if (!Array.isArray(slides)) return [];
  return slides.flatMap((slide: { picture?: { src?: unknown } | string }) =>
    typeof slide.picture === 'object' && typeof slide.picture.src === 'string' ? [slide.picture.src] : [],
  );
}
