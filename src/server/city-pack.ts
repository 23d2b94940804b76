/** Reads and checks the city pack at start, the source of everything that the site shows of the town. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type * as z from 'zod';
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
import { SampleAds, SampleArticles, SampleBusinesses, SampleEvents } from '#server/sample-content-schema.ts';
import { type TownPages, townPageMistake, withoutComments } from '#server/town-pages.ts';
import { townPageNames } from '#shared/city.ts';
import { cityMistakes } from './city-mistakes.ts';
import { categoryMistakes } from './list-mistakes.ts';
import { type PackFiles, packFiles } from './pack-files.ts';

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

async function readTownPages(files: PackFiles): Promise<TownPages> {
  const pages: TownPages = {};
  for (const name of townPageNames) {
    const file = `pages/${name}.html`;
    const html = await files.text(file);
    if (typeof html !== 'string') continue;
    const own = withoutComments(html);
    const mistake = own.trim() === '' ? null : townPageMistake(own);
    if (mistake !== null) files.addMistake(file, `: ${mistake}`);
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

const root = join(import.meta.dirname, '../../cities');

/**
 * @param key the folder below cities/, from CITY_PACK
 * @throws CityPackError with the mistakes of all files
 */
export async function readCityPack(key: string, packsFolder = root): Promise<CityPack> {
  const folder = join(packsFolder, key);
  const files = packFiles(folder);
  const facts = await files.part('city.json', CityFacts, cityMistakes);
  const categories = await files.part('categories.json', CityCategories, categoryMistakes);
  const properties = await files.optionalPart('properties.json', CityProperties, []);
  const places = await files.optionalPart('places.json', CityPlaces, []);
  const history = await files.part('history.json', CityHistory);
  const helpfulLinks = await files.part('helpful-links.json', CityHelpfulLinks);
  const pictures = await files.part('pictures/pictures.json', CityPictures);
  const outline = await files.optionalPart('outline.geojson', CityOutline, null);
  const pages = await readTownPages(files);
  if (properties && categories) checkPropertyCategories(files, properties, categories);
  if (pictures) checkPictures(files, pictures, { facts, history });
  const bounds = facts && mapBounds(files, facts);
  files.refuseMistakes();
  const held = { facts, categories, properties, places, history, helpfulLinks, pictures, bounds };
  if (!isWhole(held) || outline === undefined) throw new Error('A part of the pack without mistakes is missing');
  const archive = join(folder, 'map.pmtiles');
  const map: CityMap = {
    bounds: held.bounds,
    outline: outline ? ringsOf(outline) : [],
    archive: existsSync(archive) ? archive : null,
    attribution: null,
  };
  const { bounds: _, ...parts } = held;
  return { key, folder, ...parts, map, pages, pictureSizes: await readPictureSizes(key) };
}

type Whole<T> = { [K in keyof T]: Exclude<T[K], undefined> };

const isWhole = <T extends object>(parts: T): parts is T & Whole<T> => !Object.values(parts).includes(undefined);

function checkPictures(
  files: PackFiles,
  pictures: CityPictures,
  { facts, history }: { facts: CityFacts | undefined; history: CityHistory | undefined },
): void {
  const used = [
    ...(facts?.heroSlides ?? []).map((slide) => ['city.json', 'heroSlides', slide.picture] as const),
    ...Object.values(facts?.pagePictures ?? {}).map((file) => ['city.json', 'pagePictures', file] as const),
    ...Object.values(facts?.discoverPictures ?? {}).map((file) => ['city.json', 'discoverPictures', file] as const),
    ...(history?.sections ?? []).flatMap((part) =>
      part.picture ? [['history.json', part.heading, part.picture.file] as const] : [],
    ),
  ];
  for (const [file, field, picture] of used) {
    if (typeof picture !== 'string' || pictures[picture] !== undefined) continue;
    files.addMistake(file, `, ${field}: ${picture} is not described in pictures/pictures.json`);
  }
}

/** Reads the made-up content for an empty database. */
export async function readSampleContent(pack: CityPack): Promise<SampleContent> {
  const files = packFiles(join(pack.folder, 'sample'));
  const businesses = await files.part('businesses.json', SampleBusinesses);
  const events = await files.part('events.json', SampleEvents);
  const articles = await files.part('articles.json', SampleArticles);
  const ads = await files.part('ads.json', SampleAds);
  const withText: SampleContent['articles'] = [];
  for (const article of articles ?? []) {
    const file = join('articles', `${article.slug}.html`);
    const content = await files.text(file);
    if (content === null) files.addMistake(file, ' is missing; articles.json lists it');
    withText.push({ ...article, content: content ?? '' });
  }
  files.refuseMistakes();
  const held = { businesses, events, articles, ads };
  if (!isWhole(held)) throw new Error('A part of the sample content without mistakes is missing');
  return { ...held, articles: withText };
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

function mapBounds(files: PackFiles, { map, center }: CityFacts): CityMap['bounds'] {
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
  if (!isInside) {
    files.addMistake(
      'city.json',
      `, map.bounds is [${map.bounds.join(', ')}], and the center of town is outside of it: latitude ${center.latitude}, longitude ${center.longitude}`,
    );
  }
  return map.bounds;
}

function ringsOf({ geometry }: z.output<typeof CityOutline>): CityMap['outline'] {
  return geometry.type === 'Polygon' ? geometry.coordinates : geometry.coordinates.flat();
}

function checkPropertyCategories(
  files: PackFiles,
  properties: readonly CityProperty[],
  categories: readonly CityCategory[],
): void {
  const known = new Set(categories.map(({ slug }) => slug));
  for (const property of properties) {
    for (const unknown of property.categories.filter((slug) => !known.has(slug))) {
      files.addMistake('properties.json', `, ${property.key}: ${unknown} is no category of categories.json`);
    }
  }
}
