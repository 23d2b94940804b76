/** `npm run reload`: replaces the processes of the running site one by one, with the release that is in this folder now. */
import { namedCityPack } from '#app/cli/named-city-pack.ts';
import { prepareDatabase } from '#app/cli/prepare-database.ts';
import { readArguments } from '#app/cli/read-arguments.ts';
import { CommandError, runCommand } from '#app/cli/run-command.ts';
import { withDatabase } from '#app/cli/with-database.ts';
import { addressOf, findRunningSite, noSite, orderReload } from '#app/processes/running-site.ts';
import { migrate } from '#server/db/migrate.ts';
import { readEnv } from '#server/env.ts';

const usage = `Usage: npm run reload
  Replaces the processes of the running site one by one, with the release that is in this folder now. It takes no options.`;

await runCommand(async () => {
  readArguments(usage);
  const env = readEnv();
  if (findRunningSite(env.dataDir) === undefined) throw new CommandError(`${noSite(env.dataDir)}.`);
  const pack = await namedCityPack(env.cityPack);
  // Not by the running program, which may be an older release.
  const bringUpToDate = ({ url }: { url: string }) =>
    migrate(url, {
      prepare: async (db) => {
        // The command's own settings may lack the site's address.
        await prepareDatabase(db, { ...env, siteUrl: addressOf(env, process.env).siteUrl }, pack);
      },
    });
  await withDatabase(env, bringUpToDate, { tables: 'as it is' });
  await orderReload(env.dataDir);
  console.log('The site was reloaded.');
});
