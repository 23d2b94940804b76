/**
 * Staff settings over the city pack. A process has one `CityPack` object that everything reads. These
 * functions update its changeable parts in place, so that every holder of the pack sees a change at once.
 */
import * as z from 'zod/mini';
import type { CityPack } from '#server/city-pack.ts';
import {
  type CityCategory,
  type CityProperty,
  CitySettings,
  type SettingKey,
  type SettingValue,
} from '#server/city-pack-schema.ts';
import type { Database } from '#server/db/client.ts';
import { citySettings } from '#server/db/schema/index.ts';
import { describeError, type Log } from '#server/log.ts';

type Own = Pick<CityPack, 'facts' | 'helpfulLinks' | 'categories' | 'properties'>;

/** The values from the pack's files. */
const own = new WeakMap<CityPack, Own>();
const refreshing = new WeakMap<CityPack, Promise<void>>();
/** The categories with the hidden ones, which `CityPack` lacks. */
const everyCategory = new WeakMap<CityPack, readonly StoredCategory[]>();
/** The mails that staff have put into their own words, by the mail's name. */
const mailTexts = new WeakMap<CityPack, ReadonlyMap<string, unknown>>();

/** The row of a mail's text. */
export const mailTextKey = (name: string) => `${mailPrefix}${name}`;
const mailPrefix = 'mail:';

/** As it was stored; undefined when staff have not changed the mail. */
export const storedMailText = (city: CityPack, name: string): unknown => mailTexts.get(city)?.get(name);

function ownOf(city: CityPack): Own {
  const known = own.get(city);
  if (known) return known;
  const { facts, helpfulLinks, categories, properties } = city;
  const kept = { facts, helpfulLinks, categories, properties };
  own.set(city, kept);
  return kept;
}

export const settingKeys = Object.keys(CitySettings) as SettingKey[];

/** The pack's own value of a part, without settings. */
export function packSetting<K extends SettingKey>(city: CityPack, key: K): SettingValue<K> {
  return readSetting(ownOf(city), key);
}

function readSetting<K extends SettingKey>(
  { facts, helpfulLinks, categories, properties }: Own,
  key: K,
): SettingValue<K> {
  const { phone, email, supportEmail, responseTime, hours, postalBox } = facts.contact;
  const all: { [P in SettingKey]: SettingValue<P> } = {
    contact: { phone, email, supportEmail, responseTime, hours },
    postalBox,
    footerLinks: facts.footerLinks,
    discoverLinks: facts.discoverLinks,
    adsContact: facts.adsContact,
    heroSlides: facts.heroSlides,
    helpfulLinks: helpfulLinks.groups,
    ownerPosts: facts.ownerPosts,
    prices: facts.prices,
    categories: categories.map(({ slug, name, description, icon }) => ({
      slug,
      name,
      description,
      icon,
      isHidden: false,
    })),
    properties: properties.map(({ key, name, icon, group, words }) => ({
      key,
      name,
      icon,
      group,
      words,
      isHidden: false,
    })),
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
    const mails = new Map<string, unknown>();
    for (const { key, value } of rows) {
      if (key.startsWith(mailPrefix)) mails.set(key.slice(mailPrefix.length), value);
      if (!isSettingKey(key)) continue;
      const parsed = z.safeParse(CitySettings[key], value);
      if (parsed.success) Object.assign(set, { [key]: parsed.data });
      else log?.warn({ part: 'settings', key }, "a stored setting is not valid any more: the pack's own value counts");
    }
    const {
      contact,
      postalBox = facts.contact.postalBox,
      helpfulLinks: groups,
      categories,
      properties,
      ...parts
    } = set;
    city.facts = { ...facts, ...parts, contact: { ...facts.contact, ...contact, postalBox } };
    mailTexts.set(city, mails);
    city.helpfulLinks = { ...helpfulLinks, groups: groups ?? helpfulLinks.groups };
    const every = allCategories(city, categories ?? []);
    everyCategory.set(city, every);
    city.categories = every.flatMap(({ isHidden, ...one }) => (isHidden ? [] : [one]));
    city.properties = allProperties(city, properties ?? []).flatMap(({ isHidden, ...one }) => (isHidden ? [] : [one]));
  });
  refreshing.set(
    city,
    turn.catch(() => undefined),
  );
  return turn;
}

type StoredCategory = CityCategory & { isHidden: boolean };

/** The pack's categories in the words and the order of staff, with those that the town has added; what staff have not seen yet comes last. */
export function allCategories(city: CityPack, words: readonly SettingValue<'categories'>[number][]): StoredCategory[] {
  const { categories } = ownOf(city);
  const bySlug = new Map(categories.map((category) => [category.slug, category]));
  const seen = new Set(words.map((own) => own.slug));
  return [
    ...words.map((own) => {
      const { icon, color } = bySlug.get(own.slug) ?? { icon: own.icon, color: 'gray' as const };
      return { ...own, icon, color };
    }),
    ...categories.filter(({ slug }) => !seen.has(slug)).map((category) => ({ ...category, isHidden: false })),
  ];
}

/** All that the site stores, hidden ones too. */
export const storedCategories = (city: CityPack): readonly StoredCategory[] =>
  everyCategory.get(city) ?? allCategories(city, []);

/** The pack's properties in the words and the order of staff, with those of the town's own; what staff have not seen yet comes last. */
export function allProperties(
  city: CityPack,
  words: readonly SettingValue<'properties'>[number][],
): (CityProperty & { isHidden: boolean })[] {
  const { properties } = ownOf(city);
  const byKey = new Map(properties.map((property) => [property.key, property]));
  const seen = new Set(words.map((own) => own.key));
  return [
    ...words.map((own) => {
      const { icon, categories, osm } = byKey.get(own.key) ?? { icon: own.icon, categories: [], osm: [] };
      return { ...own, icon, categories, osm };
    }),
    ...properties.filter((property) => !seen.has(property.key)).map((property) => ({ ...property, isHidden: false })),
  ];
}

function isSettingKey(key: string): key is SettingKey {
  return Object.hasOwn(CitySettings, key);
}

const retryMs = 1_000;
/** A first start makes the tables meanwhile, which takes some seconds, more on a busy machine. */
const quietAttempts = 15;

/** The same for a process that hears of changes: retries until the database answers. */
export async function followCitySettings(db: Database, city: CityPack, log: Log): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await refreshCity(db, city, log);
    } catch (error) {
      if (attempt === quietAttempts)
        log.warn({ part: 'settings', reason: describeError(error) }, 'Could not read the settings yet; still retrying');
      await new Promise((resolve) => setTimeout(resolve, retryMs).unref());
    }
  }
}
