import { pictureOf } from '#server/city-pictures.ts';
import { isThisMachine } from '#server/demand-tls.ts';
import { serve } from '#server/http/serve.ts';
import { townPageOf, withoutOperatorNote } from '#server/town-pages.ts';
import { Problem } from '#shared/problem.ts';
import {
  getCity,
  getContactGuide,
  getHelpfulLinks,
  getHistory,
  getHomeGuide,
  getListingProperties,
  getPictureCredits,
  getTownPage,
} from '../contract.ts';
import { cityFrame } from './city-frame.ts';

const tags = () => ['city'];

export const cityGuideApi = [
  serve(getCity, async (_, { city, env, now }) => cityFrame(city, env, now()), { tags }),
  serve(
    getHomeGuide,
    async (_, { city }) => ({
      heroSlides: city.facts.heroSlides.map(({ picture, ...words }) => ({
        ...words,
        picture: pictureOf(city, picture),
      })),
      discover: {
        pictures: Object.fromEntries(
          Object.entries(city.facts.discoverPictures).map(([tile, file]) => [tile, pictureOf(city, file)]),
        ),
        ...city.facts.discoverLinks,
      },
    }),
    { tags },
  ),
  serve(
    getHistory,
    async (_, { city }) => ({
      ...city.history,
      sections: city.history.sections.map(({ picture, ...words }) => ({
        ...words,
        picture: picture ? { picture: pictureOf(city, picture.file), caption: picture.caption } : null,
      })),
    }),
    { tags },
  ),
  serve(
    getHelpfulLinks,
    async (_, { city }) => ({
      ...city.helpfulLinks,
      emergencyNumbers: city.facts.emergencyNumbers,
      afterHours: city.facts.afterHours ?? null,
      cityHall: city.facts.cityHall,
    }),
    { tags },
  ),
  serve(
    getPictureCredits,
    async (_, { city }) =>
      Object.entries(city.pictures).flatMap(([file, { credit }]) =>
        credit
          ? [{ picture: pictureOf(city, file), text: credit.text, licence: credit.licence, url: credit.url ?? null }]
          : [],
      ),
    { tags },
  ),
  serve(
    getListingProperties,
    async (_, { city }) =>
      city.properties.map(({ key, name, icon, group, categories }) => ({ key, name, icon, group, categories })),
    { tags },
  ),
  serve(
    getTownPage,
    async ({ params }, { city, env }) => {
      const { facts, pages } = city;
      const isOwnMachine = isThisMachine(new URL(env.siteUrl).hostname);
      const page = townPageOf({ facts, pages: isOwnMachine ? pages : withoutOperatorNote(pages) }, params.page);
      if (page === null) throw new Problem('not_found', 'This town has no such page.');
      return page;
    },
    { tags },
  ),
  serve(getContactGuide, async (_, { city }) => ({ contact: city.facts.contact, agency: city.facts.agency }), { tags }),
];
