import { eq } from 'drizzle-orm';
import type { SettingKey, SettingValue } from '#server/city-pack-schema.ts';
import { packSetting } from '#server/city-settings.ts';
import { citySettings, users } from '#server/db/schema/index.ts';
import type { ApiRequest } from '#server/http/serve.ts';
import type { Setting } from '../staff-contract.ts';

/** One part with the pack's own value. It was checked when it was stored; the answer's schema checks it again. */
export async function readSetting<K extends SettingKey>(
  { db, city }: Pick<ApiRequest, 'db' | 'city'>,
  key: K,
): Promise<Setting<SettingValue<K>>> {
  const [row] = await db
    .select({ value: citySettings.value, updatedAt: citySettings.updatedAt, changedBy: users.username })
    .from(citySettings)
    .leftJoin(users, eq(users.id, citySettings.updatedById))
    .where(eq(citySettings.key, key));
  const packValue = packSetting(city, key);
  return {
    value: (row?.value as SettingValue<K> | undefined) ?? packValue,
    packValue,
    changedAt: row?.updatedAt.toISOString() ?? null,
    changedBy: row?.changedBy ?? null,
  };
}
