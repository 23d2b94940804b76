import type { CityPack } from '#server/city-pack.ts';
import { pictureOf } from '#server/city-pictures.ts';
import { clockAround } from '#server/clock-changes.ts';
import type { Env } from '#server/env.ts';
import { mapMakers } from '#server/tiles/town-tiles.ts';
import type { City } from '../contract.ts';

/** The categories in the footer. */
const footerCategorySlugs = new Set([
  'food-dining',
  'health-beauty',
  'legal-services',
  'medical-services',
  'pet-services',
  'shopping',
]);

/** The rectangle around the town's limits. */
function limitsOf(outline: CityPack['map']['outline']): City['map']['limits'] {
  const points = outline.flat();
  if (points.length === 0) return null;
  const [longitudes, latitudes] = [points.map(([longitude]) => longitude), points.map(([, latitude]) => latitude)];
  return [Math.min(...longitudes), Math.min(...latitudes), Math.max(...longitudes), Math.max(...latitudes)];
}

/** The town's facts in the frame of every page. */
export function cityFrame(pack: CityPack, env: Env, now: Date): City {
  const { facts } = pack;
  return {
    ...facts,
    map: { bounds: pack.map.bounds, limits: limitsOf(pack.map.outline), attribution: mapMakers(pack, env) },
    clock: clockAround(now, facts.timeZone),
    adsContact: facts.adsContact.includes('@') ? `mailto:${facts.adsContact}` : facts.adsContact,
    pagePictures: Object.fromEntries(
      Object.entries(facts.pagePictures).map(([page, file]) => [page, pictureOf(pack, file)]),
    ),
    footerCategories: pack.categories
      .filter((category) => footerCategorySlugs.has(category.slug))
      .map(({ slug, name }) => ({ slug, name })),
    siteUrl: env.siteUrl,
  };
}
