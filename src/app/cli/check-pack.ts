/** Runs before a build that `npm start` needs: a mistake in settings or city pack is told before a minute has passed. */
import { namedCityPack } from '#app/cli/named-city-pack.ts';
import { runCommand } from '#app/cli/run-command.ts';
import { readEnv } from '#server/env.ts';

await runCommand(async () => {
  await namedCityPack(readEnv().cityPack);
});
