/** `npm run sample -- remove`: removes the city pack's made-up content, also while the site runs. */
import { namedCityPack } from '#app/cli/named-city-pack.ts';
import { readArguments } from '#app/cli/read-arguments.ts';
import { CommandError, runCommand } from '#app/cli/run-command.ts';
import { withDatabase } from '#app/cli/with-database.ts';
import { removeSampleContent } from '#features/sample-content/server/remove-sample-content.ts';
import { countsInWords, reasonTexts } from '#features/sample-content/staff-contract.ts';
import { readEnv } from '#server/env.ts';

const usage = `Usage: npm run sample -- remove
  Takes the made-up listings, events, articles and ads out, also while the site runs.
  What people have touched stays, and is named.`;

await runCommand(async () => {
  const { positionals } = readArguments(usage, { allowPositionals: true });
  if (positionals.length !== 1 || positionals[0] !== 'remove') throw new CommandError(usage);
  const env = readEnv();
  const pack = await namedCityPack(env.cityPack);
  const { removes, keeps, keepsInAll } = await withDatabase(env, ({ db }) => removeSampleContent(db, pack, null), {
    expectsSite: true,
  });
  const removed = countsInWords(removes);
  console.log(removed === '' ? 'There is no sample content to remove.' : `Removed ${removed}.`);
  if (keepsInAll > 0) console.log(`Left ${keepsInAll} that people have touched:`);
  for (const { kind, name, reason } of keeps) console.log(`  ${kind} ${name}: ${reasonTexts[reason]}`);
  if (keepsInAll > keeps.length) console.log(`  and ${keepsInAll - keeps.length} more`);
  if (keepsInAll > 0) console.log('Staff see them under Settings, with links to the pages where each is deleted.');
});
