import { eq } from 'drizzle-orm';
import { pictureOf } from '#server/city-pictures.ts';
import { packSetting, settingKeys } from '#server/city-settings.ts';
import { citySettings, users } from '#server/db/schema/index.ts';
import { type ApiRequest, serve } from '#server/http/serve.ts';
import type { FileStore } from '#server/storage/file-store.ts';
import { filesOf } from '#server/storage/site-files.ts';
import { hasPicture } from '#server/storage/store-picture.ts';
import type { SettingHistory } from '../history-contract.ts';
import * as contract from '../staff-contract.ts';
import { readSettingHistory } from './read-history.ts';
import { putSetting, resetSetting } from './write-setting.ts';

async function readSettings({ db, city }: Pick<ApiRequest, 'db' | 'city'>): Promise<contract.StaffSettings> {
  const rows = await db
    .select({
      key: citySettings.key,
      value: citySettings.value,
      updatedAt: citySettings.updatedAt,
      changedBy: users.username,
    })
    .from(citySettings)
    .leftJoin(users, eq(users.id, citySettings.updatedById));
  const parts = settingKeys.map((key) => {
    const row = rows.find((other) => other.key === key);
    const packValue = packSetting(city, key);
    const changedAt = row?.updatedAt.toISOString() ?? null;
    return [key, { value: row?.value ?? packValue, packValue, changedAt, changedBy: row?.changedBy ?? null }];
  });
  const pictures = Object.keys(city.pictures).map((file) => ({ file, picture: pictureOf(city, file) }));
  // Settings were checked when they were stored; the answer's schema checks them again.
  return { ...(Object.fromEntries(parts) as Omit<contract.StaffSettings, 'pictures'>), pictures };
}

/** Marks the values that cannot be put back, because an uploaded picture of theirs is deleted. */
function markLost(history: SettingHistory, uploads: FileStore): Promise<SettingHistory> {
  return Promise.all(
    history.map(async (entry) => {
      const former = JSON.stringify(entry.changes.map(({ from }) => from));
      const there = (former.match(/\/media\/u\/[^"]+/g) ?? []).map((src) => hasPicture(src, uploads));
      return (await Promise.all(there)).includes(false) ? { ...entry, lacksPictures: true } : entry;
    }),
  );
}

export const staffSettingsApi = [
  serve(contract.getSettings, (_, request) => readSettings(request)),
  serve(contract.getSettingHistory, async ({ params }, { db, env }) =>
    markLost(await readSettingHistory(db, params.key), filesOf(env).uploads),
  ),
  serve(contract.putSetting, async ({ params, body }, request) => {
    await putSetting({ key: params.key, value: body.value, changedAt: body.changedAt }, request);
    return readSettings(request);
  }),
  serve(contract.resetSetting, async ({ params, query }, request) => {
    await resetSetting({ key: params.key, changedAt: query.changedAt }, request);
    return readSettings(request);
  }),
];
