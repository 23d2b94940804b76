/**
 * Writes the word tables of the search from two open packages, which the site itself does not need:
 *
 *   npm pack @openstreetmap/id-tagging-schema@6.19.2 name-suggestion-index@8.0.20260918
 *   (unpack each), then: node scripts/make-word-tables/make-word-tables.ts SCHEMA_FOLDER INDEX_FOLDER
 *
 * Their licenses stand in src/server/db/vocabulary/README.md.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isOrdinary } from './is-ordinary.ts';
import { kindCategories, leftOut } from './kind-categories.ts';

const [schemaFolder = '', indexFolder = ''] = process.argv.slice(2);
const folder = join(import.meta.dirname, '../../src/server/db/vocabulary');
const readJson = <T>(folder: string, file: string) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as T;

interface Words {
  name?: string;
  aliases?: string;
  terms?: string;
}
type Translation = Record<string, { presets: { presets: Record<string, Words> } }>;

const keys = /^(shop|amenity|craft|office|leisure|healthcare|tourism|club|education)\//;
const presets = Object.keys(readJson<Record<string, unknown>>(schemaFolder, 'dist/presets.json')).filter(
  (id) => keys.test(id) && !leftOut.test(id),
);
const translations = ['en', 'es'].map(
  (language) =>
    readJson<Translation>(schemaFolder, `dist/translations/${language}.json`)[language]?.presets.presets ?? {},
);

/** Words that say nothing of a kind when they stand alone. */
const vague = new Set(
  'shop store service services repair center centre house home local public building place market office business company supplies supply equipment accessories products goods items sales sale rental club group area room facility organization association professional general free open outdoor indoor sport sports game play work health care medicine medical clinic doctor hospital school class learn teach training education student help support community family child children kids man men women people water air gas oil fire food drink drinks eat meal restaurant cuisine take-away takeaway take-out takeout tienda negocio comercio servicio servicios venta local centro casa oficina salud médico medico escuela comida comer restaurante bebida agua aire reparación taller curso clase cursos niños deporte deportes design art music paper wood metal glass stone light sun tan power energy money cash card cards bill tax box bag table bed chair door window floor wall paint color key phone mobile cell network signal fix cut clean wash dry style party holiday travel tour guide trip car auto cars vehicle vehicles automobile machine tool tools part parts new used old second hand box post mail news press media print copy photo picture film video computer internet web wifi wi-fi book books reading read write writing language english spanish animal animals dog cat fish bird horse nature garden park tree plant plants flower grass lawn field ball run running walk walking dance dancing sing song show stage play performance beer wine cheese bread meat milk ice cream tea sugar salt oil fruit vegetables'.split(
    ' ',
  ),
);

const split = (text: string | undefined, by: RegExp) =>
  (text ?? '')
    .split(by)
    .map((part) => part.trim().toLowerCase().replace(/[’']/g, ''))
    .filter((part) => part.length > 1 && part.length < 40 && !/[()<>*]/.test(part));

interface Kind {
  id: string;
  name: string;
  /** The wider kind it also is. */
  within: string | null;
  categories: string[];
  /** It is this. */
  strong: string[];
  /** It may be this. */
  weak: string[];
}

/** 'amenity/fast_food/mexican' and 'amenity/restaurant/mexican' are one: people ask for the cuisine. */
function kindId(preset: string): { id: string; within: string | null } {
  const [, value = '', part] = preset.split('/');
  if (part === undefined) return { id: value, within: value === 'fast_food' ? 'restaurant' : null };
  const parent = value === 'fast_food' ? 'restaurant' : value;
  return { id: part, within: parent };
}

const kinds = new Map<string, Kind & { terms: string[] }>();
for (const preset of presets) {
  const { id, within } = kindId(preset);
  const kind = kinds.get(id) ?? {
    id,
    name: translations[0]?.[preset]?.name ?? id,
    within,
    categories: [],
    strong: [],
    weak: [],
    terms: [],
  };
  kinds.set(id, kind);
  kind.categories.push(...kindCategories(preset));
  for (const translation of translations) {
    const { name, aliases, terms } = translation[preset] ?? {};
    kind.strong.push(...split(name, /\s*[/,]\s*|\s+or\s+/), ...split(aliases, /\n/));
    kind.terms.push(...split(terms, /,/));
  }
}
const holders = new Map<string, Set<string>>();
for (const { id, strong, terms } of kinds.values()) {
  for (const phrase of [...strong, ...terms]) holders.set(phrase, (holders.get(phrase) ?? new Set()).add(id));
}
const unique = (values: string[]) => [...new Set(values)].sort();
const written = [...kinds.values()].map(({ terms, ...kind }) => {
  const telling = terms.filter((phrase) => !vague.has(phrase) && (holders.get(phrase)?.size ?? 0) <= 6);
  const strong = unique(kind.strong.filter((phrase) => !vague.has(phrase) || kind.name.toLowerCase() === phrase));
  return {
    ...kind,
    categories: [...new Set(kind.categories)],
    strong,
    weak: unique(telling.filter((phrase) => !strong.includes(phrase))),
  };
});

interface Brand {
  locationSet: { include?: unknown[]; exclude?: unknown[] };
  matchNames?: string[];
  displayName: string;
  tags: Record<string, string>;
}
const index = readJson<{ nsi: Record<string, { items: Brand[] }> }>(indexFolder, 'dist/json/nsi.json').nsi;
const isAmerican = ({ locationSet: { include = [], exclude = [] } }: Brand) =>
  include.some(
    (place) => place === 'us' || place === '001' || (typeof place === 'string' && place.startsWith('us-')),
  ) && !exclude.includes('us');

const plainName = (name: string) => name.toLowerCase().replace(/[’']/g, '');
/** Name, kinds, and for another spelling the name it means. */
const brands: [string, string[], string?][] = [];
for (const [path, { items }] of Object.entries(index)) {
  const match = /^brands\/((?:shop|amenity|craft|office|leisure|healthcare|tourism)\/(\w+))$/.exec(path);
  const value = match?.[2] ?? '';
  if (!match || !kinds.has(value)) continue;
  for (const brand of items.filter(isAmerican)) {
    const { cuisine = '', brand: named = brand.displayName } = brand.tags;
    const cuisines = cuisine
      .split(';')
      .flatMap((each) => [each, { coffee_shop: 'cafe', tex_mex: 'mexican', sandwich: 'sandwich' }[each] ?? each]);
    const ids = unique([value, ...cuisines.filter((each) => kinds.get(each)?.categories.includes('food-dining'))]);
    for (const name of unique(
      [named, brand.displayName, ...(brand.matchNames ?? [])].map((each) => each.toLowerCase().replace(/[’']/g, '')),
    )) {
      if (isOrdinary(name, plainName(named))) continue;
      if (/[a-z]/.test(name) && name.length > 2 && name.length < 40 && !holders.has(name) && !vague.has(name))
        brands.push(name === plainName(named) ? [name, ids] : [name, ids, plainName(named)]);
    }
  }
}
brands.sort(([a], [b]) => (a < b ? -1 : 1));
const lines = (rows: unknown[]) => `[\n${rows.map((row) => JSON.stringify(row)).join(',\n')}\n]\n`;
writeFileSync(join(folder, 'kinds.json'), lines(written.toSorted((a, b) => (a.id < b.id ? -1 : 1))));
writeFileSync(join(folder, 'brands.json'), lines(brands));
console.log(`${written.length} kinds, ${brands.length} spellings of brands`);
