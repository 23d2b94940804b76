/** `npm run dev`: the same site with hot reload of its pages. */
import { namedCityPack } from '#app/cli/named-city-pack.ts';
import { readArguments } from '#app/cli/read-arguments.ts';
import { runCommand } from '#app/cli/run-command.ts';
import { readEnv } from '#server/env.ts';
import { buildPictures } from './build-pictures.ts';
import { serveSite } from './serve-site.ts';

const usage = `Usage: npm run dev
  Serves the site with hot reload of its pages. It takes no options: settings are environment variables, or lines of
  the file .env, as for npm start.

For example: DATA_DIR=/tmp/try CITY_PACK=terrell-hills npm run dev`;

// Development asks nobody outside, unless the developer says whom.
process.env.MAP_TILES_URL ??= 'off';

await runCommand(async () => {
  readArguments(usage);
  // A mistake in the pack is told before its pictures are made, which takes a while.
  await namedCityPack(readEnv().cityPack);
  await buildPictures(undefined, console.log);
  await serveSite('dev-web-process.ts');
});
