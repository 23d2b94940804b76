import { eq } from 'drizzle-orm';
import type { SettingKey, SettingValue } from '#server/city-pack-schema.ts';
import { packSetting } from '#server/city-settings.ts';
import type { Database } from '#server/db/client.ts';
import { citySettings, users } from '#server/db/schema/index.ts';
import type { ApiRequest } from '#server/http/serve.ts';
import type { Setting } from '../staff-contract.ts';

export interface StoredRow {
  value: unknown;
  changedAt: string;
  /** Null when the account is gone. */
  changedBy: string | null;
}

/** Reads a stored value and who stored it; null when staff have stored none. */
export async function readRow(db: Database, key: string): Promise<StoredRow | null> {
  const [row] = await db
    .select({ value: citySettings.value, updatedAt: citySettings.updatedAt, changedBy: users.username })
    .from(citySettings)
    .leftJoin(users, eq(users.id, citySettings.updatedById))
    .where(eq(citySettings.key, key));
  return row ? { value: row.value, changedAt: row.updatedAt.toISOString(), changedBy: row.changedBy } : null;
}

/** One part with the pack's own value. It was checked when it was stored; the answer's schema checks it again. */
export async function readSetting<K extends SettingKey>(
  { db, city }: Pick<ApiRequest, 'db' | 'city'>,
  key: K,
): Promise<Setting<SettingValue<K>>> {
  const row = await readRow(db, key);
  const packValue = packSetting(city, key);
  return {
    value: (row?.value as SettingValue<K> | undefined) ?? packValue,
    packValue,
    changedAt: row?.changedAt ?? null,
    changedBy: row?.changedBy ?? null,
  };
}
