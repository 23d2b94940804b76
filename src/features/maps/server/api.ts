import { serve } from '#server/http/serve.ts';
import { townTilesOf } from '#server/tiles/town-tiles.ts';
import { getTownMap } from '../contract.ts';
import { getMapState } from '../staff-contract.ts';

export const mapsApi = [
  serve(
    getTownMap,
    async (_, services) => ({
      name: services.city.facts.name,
      hasTiles: await townTilesOf(services).hasStreets(),
      outline: services.city.map.outline,
    }),
    { tags: () => ['city'] },
  ),
  serve(getMapState, (_, services) => townTilesOf(services).state()),
];
