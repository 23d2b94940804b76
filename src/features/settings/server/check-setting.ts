import * as z from 'zod/mini';
import type { CityPack } from '#server/city-pack.ts';
import { CitySettings, type SettingKey, type SettingValue } from '#server/city-pack-schema.ts';
import { formatDollars } from '#shared/money.ts';
import { maxCents, minCents } from '#shared/prices.ts';
import { Problem } from '#shared/problem.ts';

/**
 * Hints by the last name on the path to the value. The schema's own messages are written for authors of
 * packs.
 */
const hints: Record<string, string> = {
  phone: 'Please enter a telephone number such as 210-555-0100',
  email: 'Please enter an email address',
  supportEmail: 'Please enter an email address',
  url: 'Please enter a web address that begins with https://',
  adsContact: 'Please enter a page of this site (/contact), a web address or an email address',
  picture: 'Please choose a picture',
  src: 'Please choose a picture',
  alt: 'Please say what the picture shows',
};
const priceHint = `Please enter from ${formatDollars(minCents)} to ${formatDollars(maxCents)}; only a claim may be free`;
const targetHint = 'Please enter a web address (https://…), a page of this site (/contact), or nothing';

/**
 * Returns the value with the pack's types. @throws Problem 'invalid' with a sentence for each field:
 * 'hours.0.days'
 */
export function checkSetting<K extends SettingKey>(city: CityPack, key: K, value: unknown): SettingValue<K> {
  const result = z.safeParse(CitySettings[key], trimmed(value));
  const fields: Record<string, string> = {};
  if (result.success) {
    if (key === 'heroSlides') {
      for (const [at, { picture }] of (result.data as SettingValue<'heroSlides'>).entries()) {
        const isThere = typeof picture !== 'string' || Object.hasOwn(city.pictures, picture);
        if (!isThere) fields[`${at}.picture`] = hints.picture ?? '';
      }
    }
    if (Object.keys(fields).length === 0) return result.data as SettingValue<K>;
    throw refusal(fields);
  }
  for (const issue of result.error.issues) {
    const path = issue.path.map(String);
    fields[path.join('.') || key] ??= sentence(issue, key, path.at(-1) ?? key);
  }
  throw refusal(fields);
}

const refusal = (fields: Record<string, string>) =>
  new Problem('invalid', 'Please check the marked fields.', { fields });

function sentence(issue: z.core.$ZodIssue, key: SettingKey, name: string): string {
  if (key === 'prices') return priceHint;
  if (issue.code === 'too_big') {
    return issue.origin === 'array' ? `At most ${issue.maximum}` : `Please use at most ${issue.maximum} characters`;
  }
  if (issue.code === 'too_small') {
    if (issue.origin === 'array') return 'At least one is needed';
    return hints[name] ?? 'Please fill this in';
  }
  if (key === 'footerLinks' || key === 'discoverLinks') return targetHint;
  return hints[name] ?? 'Please check this value';
}

/** Removes blanks around pasted texts. */
function trimmed(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value ?? null), (_, part: unknown) =>
    typeof part === 'string' ? part.trim() : part,
  );
}
