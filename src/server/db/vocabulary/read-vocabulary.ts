/** The word tables as rows: kinds.json and brands.json are made by scripts/make-word-tables, our-words.txt and our-needs.txt are written by hand. */
import { readFileSync } from 'node:fs';

interface Kind {
  id: string;
  name: string;
  within: string | null;
  categories: string[];
  /** Ids of kinds that may stand in for it. */
  near: string[];
}

interface Phrase {
  text: string;
  kind: string;
  /** 2: means it; 1: may mean it. */
  strength: 1 | 2;
  isBrand: boolean;
  /** Read in questions alone: no listing is labeled by it. */
  isAsked?: boolean;
}

interface Vocabulary {
  kinds: Kind[];
  phrases: Phrase[];
  synonyms: { text: string; means: string }[];
}

interface KindRow extends Kind {
  strong: string[];
  weak: string[];
}

const file = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');

/** The texts that decide what a listing's search row holds. */
export function vocabularyTexts(): string[] {
  return [
    ...['kinds.json', 'brands.json', 'our-brands.txt', 'our-words.txt', 'our-needs.txt'],
    ...['filler-words.txt', 'real-words.txt'],
  ].map(file);
}

/**
 * 'id [category, category] of wider-kind: phrase, ~phrase'; '@category: phrase'; '%property: phrase'; '+name: kind, kind' for kinds
 * near to one another; '=word: word' for words that mean the same; '%property without: food' and '%property allergic: food' for what is asked for so.
 */
const line = /^([@=+%]?[\w&.-]+)(?: \[([\w,-]+)\])?(?: of ([\w-]+))?( without| allergic)?: (.+)$/;

const spoken: Readonly<Record<string, readonly string[]>> = {
  without: ['* free', 'free of *', 'no *', 'without *', 'without any *', 'non *', 'sin *', 'libre de *'],
  allergic: [
    ...[
      '* allergy',
      '* allergies',
      'allergy *',
      'allergic *',
      'allergic to *',
      '* intolerant',
      '* intolerance',
      'alergia *',
    ],
    ...[
      'alergia a *',
      'alérgico *',
      'alérgica *',
      'alérgico a *',
      'alérgica a *',
      'cant eat *',
      'cannot eat *',
      'cant have *',
      'no puedo comer *',
    ],
  ],
};
/** 'nut free', 'sin nueces', 'allergic to nuts'. */
const waysToSay = (way: string, food: string) => (spoken[way.trim()] ?? ['*']).map((text) => text.replace('*', food));

/** 'HVAC Workplace' and 'School Grounds' are a map maker's names. */
const everyday = (name: string) => sentence(name).replace(/ (Workplace|Grounds|Counter)$/, '');
const sentence = (id: string) => id.replaceAll('_', ' ').replace(/^./, (letter) => letter.toUpperCase());

/** Small words, vague ones, those for trouble with something, and further ones of the language, as filler-words.txt has them below a comment each. */
export const readFillerWords = (): Set<string>[] =>
  file('filler-words.txt')
    .split(/\n\n#.*\n/)
    .slice(1)
    .map((list) => new Set(list.trim().split(/\s+/)));

/** Words of English and Spanish, without accents. */
export const readRealWords = (): string[] => [
  ...new Set([...file('real-words.txt').trimEnd().split('\n'), ...(readFillerWords()[3] ?? [])]),
];

/** Kinds that a supermarket's or a restaurant's brand also runs beside its doors: who asks for the brand does not mean them. */
const besides = new Set(
  'fuel car_wash parcel_locker playground hearing_aids tyres optician charging_station'.split(' '),
);

/** {kind: kinds that its brands are as well, by the way}. A car dealer repairs cars, but a search for a mechanic names garages first. */
const besideKind: ReadonlyMap<string, readonly string[]> = new Map([
  ['car', ['car_repair', 'car_parts']],
  ['variety_store', ['supermarket']],
  ['cosmetics', ['beauty', 'hairdresser']],
]);

/** 'h-e-b' is typed as 'heb', 'u-haul' as 'uhaul', and 'the' is left out. */
const waysToType = (text: string) => [text, text.replace(/\b(\w)[-.&](?=\w)/g, '$1'), text.replace(/^the (?=.* )/, '')];

/** The text, its kinds, and the spelling that listings have where it is another. */
type BrandRow = [string, string[], string?];

/** 'kind, kind: brand, nickname = brand'. */
const readOurBrands = (): BrandRow[] =>
  file('our-brands.txt')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .flatMap((line) => {
      const at = line.indexOf(': ');
      const kinds = line.slice(0, at).split(', ');
      return line
        .slice(at + 2)
        .split(', ')
        .map((each): BrandRow => {
          const [text = '', means] = each.split(' = ');
          return means === undefined ? [text, kinds] : [text, kinds, means];
        });
    });

/** 'tacobell' is 'Taco Bell', and "chuy's" is 'Chuys'. */
const squeeze = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '');

interface KindWords extends Vocabulary {
  /** Texts of our own, which decide. */
  own: ReadonlySet<string>;
}

/** The vocabulary without brands, whose thousands of names take longest to read. */
export function readKindWords(): KindWords {
  const rows = JSON.parse(file('kinds.json')) as KindRow[];
  const kinds = new Map<string, Kind>(
    rows.map(({ id, name, within, categories }) => [id, { id, name: everyday(name), within, categories, near: [] }]),
  );
  const phrases: Phrase[] = [];
  const synonyms: Vocabulary['synonyms'] = [];
  const own = new Set<string>();
  const groups: string[][] = [];
  const lines = ['our-words.txt', 'our-needs.txt'].flatMap((name) =>
    file(name)
      .split('\n')
      .map((text) => ({ text, isAsked: name === 'our-needs.txt' })),
  );
  for (const { text, isAsked } of lines) {
    const [, id, categories, within, way = '', list = ''] = line.exec(text) ?? [];
    if (id === undefined) continue;
    const words = list.split(',').flatMap((word) => waysToSay(way, word.trim()));
    if (id.startsWith('=')) {
      const all = [id.slice(1), ...words];
      synonyms.push(
        ...all.flatMap((word) => all.filter((other) => other !== word).map((means) => ({ text: word, means }))),
      );
      continue;
    }
    const known = kinds.get(id) ?? { id, name: sentence(id), within: null, categories: [], near: [] };
    if (id.startsWith('+')) {
      groups.push(words);
      continue;
    }
    if (!/^[@%]/.test(id)) {
      kinds.set(id, {
        ...known,
        within: within ?? known.within,
        categories: categories?.split(',') ?? known.categories,
      });
    }
    for (const word of words) {
      const strength = word.startsWith('~') ? 1 : 2;
      const plain = word.replace(/^~/, '').replace(/^!/, 'fix ');
      phrases.push({ text: plain, kind: id, strength, isBrand: false, isAsked });
      if (!isAsked) own.add(plain);
    }
  }
  for (const { id, strong: all, weak } of rows) {
    // 'Sandwich Fast Food' is a map maker's name: in 'chicken sandwich fast food' it would hide the chicken.
    const strong = all.filter((text) => !/. fast food$/.test(text));
    // Our own words decide; the wide terms of the schema count only where we say nothing.
    phrases.push(
      ...strong.map((text): Phrase => ({ text, kind: id, strength: own.has(text) ? 1 : 2, isBrand: false })),
    );
    phrases.push(
      ...weak.filter((text) => !own.has(text)).map((text): Phrase => ({ text, kind: id, strength: 1, isBrand: false })),
    );
  }
  for (const group of groups)
    for (const id of group) kinds.get(id)?.near.push(...group.filter((other) => other !== id));
  return { kinds: [...kinds.values()], phrases, synonyms, own };
}

export function readVocabulary(): Vocabulary {
  const { kinds, phrases, synonyms, own } = readKindWords();
  const known = JSON.parse(file('brands.json')) as BrandRow[];
  const bySqueezed = new Map(known.map(([text, kinds]) => [squeeze(text), { text, kinds }]));
  const brands = [
    ...known,
    ...readOurBrands().map((row): BrandRow => {
      const [text, , means] = row;
      const brand = means === undefined ? bySqueezed.get(squeeze(text)) : undefined;
      return brand === undefined || brand.text === text ? row : [text, brand.kinds, brand.text];
    }),
  ];
  for (const [text, , means] of brands) if (means !== undefined && !own.has(text)) synonyms.push({ text, means });
  // 'pf changs' is 'P. F. Chang's' in listings, too.
  for (const [text] of brands.filter(([name]) => /\b\w\.\w\b/.test(name) && !own.has(name)))
    synonyms.push(...waysToType(text).flatMap((spelled) => (spelled === text ? [] : { text: spelled, means: text })));
  const idsOf = Map.groupBy(brands, ([text]) => text);
  phrases.push(
    ...[...idsOf].flatMap(([text, rows]) => {
      if (own.has(text)) return [];
      const all = rows.flatMap(([, ids]) => ids);
      const main = all.filter((id) => !besides.has(id));
      const aside = new Set(all.flatMap((id) => besideKind.get(id) ?? []));
      return (main.length > 0 ? main : all).flatMap((kind): Phrase[] =>
        [...new Set(waysToType(text))].map((spelled) => ({
          ...{ text: spelled, kind, isBrand: true },
          strength: aside.has(kind) ? 1 : 2,
        })),
      );
    }),
  );
  return { kinds, phrases, synonyms };
}
