/** Reads and checks the city pack at start, the source of everything that the site shows of the town. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { CityOutline } from '#server/city-map-schema.ts';
import {
  CityCategories,
  type CityCategory,
  CityFacts,
  CityHelpfulLinks,
  CityHistory,
  CityPictures,
  CityProperties,
  type CityProperty,
} from '#server/city-pack-schema.ts';
import { type CityPlace, CityPlaces } from '#server/city-places-schema.ts';
import { EnvError } from '#server/env-variable.ts';
import { SampleAds, SampleArticles, SampleBusinesses, SampleEvents } from '#server/sample-content-schema.ts';
import { type TownPages, townPageMistake, withoutComments } from '#server/town-pages.ts';
import { townPageNames } from '#shared/city.ts';
import { cityMistakes, type Mistake } from './city-mistakes.ts';
import { describeMistakes } from './pack-mistakes.ts';

interface CityMap {
  /** West, south, east, north, in degrees. */
  bounds: [number, number, number, number];
  /** The rings of the town's limits, as longitude and latitude; empty when the pack has none. */
  outline: [number, number][][];
  /** The pack's map.pmtiles; null when it has none. */
  archive: string | null;
  /** The makers of the map as their source states them; null until it is known (server/tiles/town-tiles.ts). */
  attribution: string | null;
}

export interface CityPack {
  /** The folder's name below cities/. */
  key: string;
  folder: string;
  facts: CityFacts;
  categories: CityCategory[];
  /** The properties that a listing may have; empty when the pack has no properties.json. */
  properties: CityProperty[];
  /** Malls and neighborhoods that addresses do not name; empty when the pack has no places.json. */
  places: CityPlace[];
  history: CityHistory;
  helpfulLinks: CityHelpfulLinks;
  pictures: CityPictures;
  map: CityMap;
  /** The texts of about, privacy and terms; a pack may leave any of them out. */
  pages: TownPages;
  /** The size in px of each picture file, measured by the build. */
  pictureSizes: Record<string, { width: number; height: number }>;
}

/** The pages of a town that has not written its own. */
const templates = join(import.meta.dirname, 'town-page-templates');

async function readTownPages(folder: string, facts: CityFacts): Promise<TownPages> {
  const pages: TownPages = {};
  for (const name of townPageNames) {
    const file = join(folder, 'pages', `${name}.html`);
    const html = await readFile(file, 'utf8').catch(() => null);
    if (html === null) continue;
    const own = withoutComments(html);
    const mistake = own.trim() === '' ? null : townPageMistake(own, facts);
    if (mistake !== null) throw new CityPackError(`${file}: ${mistake}`);
    pages[name] = own.trim() === '' ? await readFile(join(templates, `${name}.html`), 'utf8') : own;
  }
  return pages;
}

export interface SampleContent {
  businesses: z.infer<typeof SampleBusinesses>;
  events: z.infer<typeof SampleEvents>;
  /** `content` is the HTML of sample/articles/{slug}.html. */
  articles: (z.infer<typeof SampleArticles>[number] & { content: string })[];
  ads: z.infer<typeof SampleAds>;
}

/** Mistakes in the pack, a line each. It names the file, the field and what stands there, and says what is allowed. */
export class CityPackError extends EnvError {}

z.config(z.locales.en());

const root = join(import.meta.dirname, '../../cities');

async function readPart<S extends z.core.$ZodType>(
  folder: string,
  file: string,
  schema: S,
  findMistakes?: (value: unknown) => Mistake[],
): Promise<z.output<S>> {
  const text = await readFile(join(folder, file), 'utf8').catch(() => {
    throw new CityPackError(`${join(folder, file)} is missing; a city pack must have it`);
  });
  return checkPart(join(folder, file), text, schema, findMistakes);
}

/** Reads a file that a pack may leave out. */
async function readOptionalPart<S extends z.core.$ZodType, O = z.output<S>>(
  folder: string,
  file: string,
  schema: S,
  otherwise: O,
): Promise<z.output<S> | O> {
  const text = await readFile(join(folder, file), 'utf8').catch(() => null);
  return text === null ? otherwise : checkPart(join(folder, file), text, schema);
}

/** @param findMistakes those that have the right shape, in the value as it was written */
function checkPart<S extends z.core.$ZodType>(
  file: string,
  text: string,
  schema: S,
  findMistakes: (value: unknown) => Mistake[] = () => [],
): z.output<S> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new CityPackError(`${file} is not valid JSON: ${(error as Error).message}`);
  }
  const result = z.safeParse(schema, value);
  const better = findMistakes(value);
  if (result.success && better.length === 0) return result.data;
  const issues = result.error?.issues ?? [];
  throw new CityPackError(describeMistakes({ file, value, schema, issues }, better).join('\n'));
}

/** @param key the folder below cities/, from CITY_PACK */
export async function readCityPack(key: string, packsFolder = root): Promise<CityPack> {
  const folder = join(packsFolder, key);
  const [facts, categories, properties, places, history, helpfulLinks, pictures, outline] = await Promise.all([
    readPart(folder, 'city.json', CityFacts, cityMistakes),
    readPart(folder, 'categories.json', CityCategories),
    readOptionalPart(folder, 'properties.json', CityProperties, []),
    readOptionalPart(folder, 'places.json', CityPlaces, []),
    readPart(folder, 'history.json', CityHistory),
    readPart(folder, 'helpful-links.json', CityHelpfulLinks),
    readPart(folder, 'pictures/pictures.json', CityPictures),
    readOptionalPart(folder, 'outline.geojson', CityOutline, null),
  ]);
  checkPropertyCategories(folder, properties, categories);
  const used = [
    ...facts.heroSlides.map((slide) => ['city.json', 'heroSlides', slide.picture] as const),
    ...Object.values(facts.pagePictures).map((file) => ['city.json', 'pagePictures', file] as const),
    ...Object.values(facts.discoverPictures).map((file) => ['city.json', 'discoverPictures', file] as const),
    ...history.sections.flatMap((part) =>
      part.picture ? [['history.json', part.heading, part.picture.file] as const] : [],
    ),
  ];
  for (const [file, field, picture] of used) {
    if (pictures[picture] === undefined) {
      throw new CityPackError(`${join(folder, file)}, ${field}: ${picture} is not described in pictures/pictures.json`);
    }
  }
  const archive = join(folder, 'map.pmtiles');
  const map: CityMap = {
    bounds: mapBounds(folder, facts),
    outline: outline ? ringsOf(outline) : [],
    archive: existsSync(archive) ? archive : null,
    attribution: null,
  };
  const pages = await readTownPages(folder, facts);
  const pictureSizes = await readPictureSizes(key);
  const shown = { history, helpfulLinks, pictures, map, pages, pictureSizes };
  return { key, folder, facts, categories, properties, places, ...shown };
}

/** Reads the made-up content for an empty database. */
export async function readSampleContent(pack: CityPack): Promise<SampleContent> {
  const folder = join(pack.folder, 'sample');
  const [businesses, events, articles, ads] = await Promise.all([
    readPart(folder, 'businesses.json', SampleBusinesses),
    readPart(folder, 'events.json', SampleEvents),
    readPart(folder, 'articles.json', SampleArticles),
    readPart(folder, 'ads.json', SampleAds),
  ]);
  const withText = await Promise.all(
    articles.map(async (article) => ({
      ...article,
      content: await readFile(join(folder, 'articles', `${article.slug}.html`), 'utf8').catch(() => {
        throw new CityPackError(
          `${join(folder, 'articles', `${article.slug}.html`)} is missing; articles.json lists it`,
        );
      }),
    })),
  );
  return { businesses, events, articles: withText, ads };
}

/**
 * Reads the sizes that the build writes beside the encoded pictures. Without a build, every picture counts as
 * 16:9.
 */
async function readPictureSizes(key: string): Promise<CityPack['pictureSizes']> {
  const file = join(import.meta.dirname, '../../dist/media', key, 'sizes.json');
  const text = await readFile(file, 'utf8').catch(() => '{}');
  return JSON.parse(text) as CityPack['pictureSizes'];
}

/** Some six kilometers, for a pack that says nothing. */
const usualReach = { latitude: 0.055, longitude: 0.065 };

function mapBounds(folder: string, { map, center }: CityFacts): CityMap['bounds'] {
  if (map === undefined) {
    const { latitude, longitude } = center;
    return [
      longitude - usualReach.longitude,
      latitude - usualReach.latitude,
      longitude + usualReach.longitude,
      latitude + usualReach.latitude,
    ];
  }
  const [west, south, east, north] = map.bounds;
  const isInside =
    center.longitude > west && center.longitude < east && center.latitude > south && center.latitude < north;
  if (isInside) return map.bounds;
  throw new CityPackError(
    `${join(folder, 'city.json')}, map.bounds is [${map.bounds.join(', ')}], and the center of town is outside of it: latitude ${center.latitude}, longitude ${center.longitude}`,
  );
}

function ringsOf({ geometry }: z.output<typeof CityOutline>): CityMap['outline'] {
  return geometry.type === 'Polygon' ? geometry.coordinates : geometry.coordinates.flat();
}

function checkPropertyCategories(
  folder: string,
  properties: readonly CityProperty[],
  categories: readonly CityCategory[],
): void {
  const known = new Set(categories.map(({ slug }) => slug));
  for (const property of properties) {
    const unknown = property.categories.find((slug) => !known.has(slug));
    if (unknown === undefined) continue;
    throw new CityPackError(
      `${join(folder, 'properties.json')}, ${property.key}: ${unknown} is no category of categories.json`,
    );
  }
}
