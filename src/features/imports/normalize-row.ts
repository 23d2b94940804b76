/** Converts a file's values to the site's, or says why it cannot. */
import { formatPhone } from '#features/businesses/format-phone.ts';
import { nameKey } from '#features/businesses/match-keys.ts';
import { maxOf, plainTexts, recordOf } from '#shared/listing-fields.ts';
import { firstLetters } from '#shared/whole-letters.ts';
import type { CategoryFinder } from './category-of.ts';
import { type FieldName, type ImportRow, maxSourceLength, type Notice, type RawRow } from './import-row.ts';
import { parseOpeningHours } from './opening-hours.ts';
import type { PropertyFinder } from './property-of.ts';

export interface NormalizeOptions {
  categories: CategoryFinder;
  properties: PropertyFinder;
  /** For rows whose own category is missing or unknown. */
  fallbackCategory: string | null;
}

/** The source of rows that have an id but no source. */
const namelessSource = 'list';

type NormalizedRow =
  | {
      row: ImportRow;
      notices: Notice[];
      /** The file's word behind the notice 'category_unknown', '' where the row has none. */
      unknownCategory?: string;
    }
  /** In plain words, for people. */
  | { rejected: string };

const oneLine = (text: string | undefined) =>
  (text ?? '')
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();

function composeAddress(fields: Partial<Record<FieldName, string>>): string {
  const region = oneLine(fields.region);
  const own = oneLine(fields.address);
  // Open-data portals call a column of positions 'Location'.
  const isPosition = /^(?:POINT\s*)?\(?-?\d+\.\d+[\s,]+-?\d+\.\d+\)?$/i.test(own);
  const street =
    (isPosition ? '' : own) || [oneLine(fields.houseNumber), oneLine(fields.street)].filter(Boolean).join(' ');
  const holds = (part: string) => `, ${street.toLowerCase()},`.includes(`, ${part.toLowerCase()},`);
  const unit = oneLine(fields.unit);
  const city = oneLine(fields.city);
  const zip = oneLine(fields.postalCode);
  const hasRegion = region !== '' && new RegExp(`, ${RegExp.escape(region)}\\b`, 'i').test(street);
  const tail = [hasRegion ? '' : region, street.endsWith(zip) ? '' : zip].filter(Boolean).join(' ');
  const unitText = /^[\d-]+[a-z]?$/i.test(unit) ? `Ste ${unit}` : unit;
  return [street, unitText, city && !holds(city) ? city : '', tail].filter(Boolean).join(', ');
}

function readNumber(text: string | undefined): number | null {
  if (text === undefined) return null;
  const number = Number(text.replace(',', '.'));
  return Number.isFinite(number) ? number : null;
}

/** Null for an address that a visitor's browser should not be sent to. */
export function readWebsite(text: string): string | null {
  const address = /^[a-z][a-z0-9+.-]*:/i.test(text) && !/^[^/]+:\d/.test(text) ? text : `https://${text}`;
  if (address.length > maxOf('website') || !URL.canParse(address)) return null;
  const url = new URL(address);
  const isWeb = (url.protocol === 'http:' || url.protocol === 'https:') && url.username === '' && url.password === '';
  if (!isWeb || !/^[a-z0-9.-]+\.[a-z][a-z0-9-]+$/i.test(url.hostname)) return null;
  return url.pathname === '/' && url.search === '' && url.hash === '' ? url.origin : url.href;
}

function shorten(text: string, length: number): string {
  if (text.length <= length) return text;
  const cut = text.slice(0, length - 1);
  return `${firstLetters(cut, Math.max(cut.lastIndexOf(' '), length - 80))}…`;
}

/** Never throws; a notice reports every dropped value. */
export function normalizeRow(raw: RawRow, options: NormalizeOptions): NormalizedRow {
  if (raw.rejected !== undefined) return { rejected: raw.rejected };
  const { fields } = raw;
  const notices: Notice[] = [];
  const name = oneLine(fields.name);
  const address = composeAddress(fields);
  if (Object.values(fields).some((value) => value.includes('\uFFFD'))) {
    return { rejected: 'has characters that are not valid UTF-8' };
  }
  if (name === '') return { rejected: 'no name' };
  if (nameKey(name) === '') return { rejected: 'the name has no letter or digit' };
  if (name.length > maxOf('name')) {
    return { rejected: `the name is longer than ${maxOf('name')} characters` };
  }
  if (address.length > maxOf('address')) {
    return { rejected: `the address is longer than ${maxOf('address')} characters` };
  }
  const sourceId = oneLine(fields.sourceId) || null;
  const source = oneLine(fields.source) || (sourceId === null ? null : namelessSource);
  if ((source ?? '').length > maxSourceLength || (sourceId ?? '').length > maxSourceLength) {
    return { rejected: `source or id is longer than ${maxSourceLength} characters` };
  }

  const kept = <T>(text: string, read: (text: string) => T | null, notice: Notice): T | null => {
    if (text === '') return null;
    const value = read(text);
    if (value === null) notices.push(notice);
    return value;
  };
  // OpenStreetMap separates several numbers with ';', hand-made lists with '/' or 'or'.
  const phone = kept(oneLine(fields.phone).split(/\s*(?:;|\bor\b| \/ )\s*/)[0] ?? '', formatPhone, 'phone');
  const website = kept(oneLine(fields.website).split(/[;\s]/)[0] ?? '', readWebsite, 'website');
  const email = kept(
    oneLine(fields.email)
      .replace(/^mailto:/i, '')
      .split(/[;,\s]/)[0] ?? '',
    (text) => (text.length <= maxOf('email') && /^[^@\s<>"]+@[^@\s<>"]+\.[a-z]{2,}$/i.test(text) ? text : null),
    'email',
  );
  const parsed = kept(oneLine(fields.openingHours), parseOpeningHours, 'hours');
  const hours = parsed === 'clash' ? null : parsed;
  if (parsed === 'clash') notices.push('hours_clash');

  const named = options.properties.byNames(oneLine(fields.properties));
  if (named.hasUnknown) notices.push('properties');
  const tagged = fields.osmProperties ? options.properties.byOsmTags(fields.osmProperties) : [];

  const latitude = readNumber(fields.latitude);
  const longitude = readNumber(fields.longitude);
  const onEarth =
    latitude !== null &&
    longitude !== null &&
    Math.abs(latitude) <= 90 &&
    Math.abs(longitude) <= 180 &&
    (latitude !== 0 || longitude !== 0);
  if (!onEarth && (fields.latitude !== undefined || fields.longitude !== undefined)) notices.push('coordinates');

  const ownCategory =
    (fields.osmTag ? options.categories.byOsmTag(fields.osmTag) : null) ??
    (fields.category ? options.categories.byName(oneLine(fields.category)) : null);
  const isUnknown = ownCategory === null && options.fallbackCategory === null;
  if (isUnknown) notices.push('category_unknown');

  const text = (fields.description ?? '')
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n]+/gu, ' ')
    .trim();
  if (text.length > maxOf('description')) notices.push('description');
  const kind = oneLine(fields.kind);
  const description = text || kind.charAt(0).toUpperCase() + kind.slice(1);

  const texts = recordOf(plainTexts, (field) => {
    const given = oneLine(fields[field]);
    if (given.length > maxOf(field)) notices.push('text');
    return shorten(given, maxOf(field)) || null;
  });

  return {
    notices,
    ...(isUnknown ? { unknownCategory: oneLine(fields.category) || oneLine(fields.osmTag) } : {}),
    row: {
      line: raw.line,
      name,
      address,
      phone,
      website,
      email,
      description: shorten(description, maxOf('description')) || null,
      ...texts,
      categorySlug: ownCategory ?? options.fallbackCategory,
      latitude: onEarth ? latitude : null,
      longitude: onEarth ? longitude : null,
      hours,
      properties: [...new Set([...named.keys, ...tagged])],
      source,
      sourceId,
    },
  };
}
