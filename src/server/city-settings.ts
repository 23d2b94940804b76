/**
 * Staff settings over the city pack. A process has one `CityPack` object that everything reads. These
 * functions update its changeable parts in place, so that every holder of the pack sees a change at once.
 */
import * as z from 'zod/mini';
import type { CityPack } from '#server/city-pack.ts';
import { CitySettings, type SettingKey, type SettingValue } from '#server/city-pack-schema.ts';
import type { Database } from '#server/db/client.ts';
import { citySettings } from '#server/db/schema/index.ts';
import { describeError, type Log } from '#server/log.ts';

type Own = Pick<CityPack, 'facts' | 'helpfulLinks'>;

/** The values from the pack's files. */
const own = new WeakMap<CityPack, Own>();
const refreshing = new WeakMap<CityPack, Promise<void>>();

function ownOf(city: CityPack): Own {
  const known = own.get(city);
  if (known) return known;
  const kept = { facts: city.facts, helpfulLinks: city.helpfulLinks };
  own.set(city, kept);
  return kept;
}

export const settingKeys = Object.keys(CitySettings) as SettingKey[];

/** The pack's own value of a part, without settings. */
export function packSetting<K extends SettingKey>(city: CityPack, key: K): SettingValue<K> {
  return readSetting(ownOf(city), key);
}

/** The value of a part that is shown now. */
export function shownSetting<K extends SettingKey>(city: CityPack, key: K): SettingValue<K> {
  return readSetting(city, key);
}

function readSetting<K extends SettingKey>({ facts, helpfulLinks }: Own, key: K): SettingValue<K> {
  const { phone, email, supportEmail, responseTime, hours, postalBox } = facts.contact;
  const all: { [P in SettingKey]: SettingValue<P> } = {
    contact: { phone, email, supportEmail, responseTime, hours },
    postalBox,
    footerLinks: facts.footerLinks,
    discoverLinks: facts.discoverLinks,
    adsContact: facts.adsContact,
    heroSlides: facts.heroSlides,
    helpfulLinks: helpfulLinks.groups,
    prices: facts.prices,
  };
  return all[key];
}

/**
 * Reads the settings and applies them; afterwards `city` shows the state of this moment or a later one. A
 * value that this release does not accept, for example from a newer release, is ignored: the pack's value
 * counts.
 */
export function refreshCity(db: Database, city: CityPack, log?: Log): Promise<void> {
  const { facts, helpfulLinks } = ownOf(city);
  const turn = (refreshing.get(city) ?? Promise.resolve()).then(async () => {
    const rows = await db.select({ key: citySettings.key, value: citySettings.value }).from(citySettings);
    const set: { [K in SettingKey]?: SettingValue<K> } = {};
    for (const { key, value } of rows) {
      if (!isSettingKey(key)) continue;
      const parsed = z.safeParse(CitySettings[key], value);
      if (parsed.success) Object.assign(set, { [key]: parsed.data });
      else log?.warn({ part: 'settings', key }, "a stored setting is not valid any more: the pack's own value counts");
    }
    const { contact, postalBox = facts.contact.postalBox, helpfulLinks: groups, ...parts } = set;
    city.facts = { ...facts, ...parts, contact: { ...facts.contact, ...contact, postalBox } };
    city.helpfulLinks = { ...helpfulLinks, groups: groups ?? helpfulLinks.groups };
  });
  refreshing.set(
    city,
    turn.catch(() => undefined),
  );
  return turn;
}

function isSettingKey(key: string): key is SettingKey {
  return Object.hasOwn(CitySettings, key);
}

const retryMs = 1_000;

/** The same for a process that hears of changes: retries until the database answers. */
export async function followCitySettings(db: Database, city: CityPack, log: Log): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await refreshCity(db, city, log);
    } catch (error) {
      if (attempt === 5)
        log.warn({ part: 'settings', reason: describeError(error) }, 'Could not read the settings yet; still retrying');
      await new Promise((resolve) => setTimeout(resolve, retryMs).unref());
    }
  }
}
