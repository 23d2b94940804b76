/** The program that prepares the site for `npm start`, `npm run dev` and each reload. */
import { namedCityPack } from '#app/cli/named-city-pack.ts';
import { prepareSite } from '#app/processes/prepare-site.ts';
import { readEnv } from '#server/env.ts';
import { log } from '#server/log.ts';
import { packDoubts } from '#server/pack-doubts.ts';

const env = readEnv();
const pack = namedCityPack(env.cityPack);
// Awaited below, where a mistake in it is told.
pack.catch(() => undefined);

await prepareSite({
  readName: async () => {
    const { facts } = await pack;
    for (const doubt of packDoubts(await pack)) log.warn({ pack: env.cityPack }, doubt);
    return `${facts.name}, ${facts.region}`;
  },
  prepare: async (db) => {
    const { prepareDatabase } = await import('#app/cli/prepare-database.ts');
    return await prepareDatabase(db, env, await pack);
  },
});
