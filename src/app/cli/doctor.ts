/** `npm run doctor [-- --json]`: says what is right and what is missing on this site; exit code 1 when something is wrong. */
import { namedCityPack } from '#app/cli/named-city-pack.ts';
import { readArguments } from '#app/cli/read-arguments.ts';
import { runCommand } from '#app/cli/run-command.ts';
import { withDatabase } from '#app/cli/with-database.ts';
import { addressOf } from '#app/processes/running-site.ts';
import { hasEmbeddedDatabase } from '#server/db/embedded-postgres.ts';
import { type Env, readEnv } from '#server/env.ts';
import { EnvError } from '#server/env-variable.ts';
import { packDoubts } from '#server/pack-doubts.ts';
import { type Check, note, wrong } from '#server/site-checks/check.ts';
import { runChecks } from '#server/site-checks/run-checks.ts';

const usage = `Usage: npm run doctor [-- --json]
  Says what is right and what is missing on this site, one line each: ok, note, or WRONG with what to do.
  The exit code is 1 when something is wrong.
  --json  for programs

For example: npm run doctor`;

const marks: Record<Check['state'], string> = { right: 'ok   ', note: 'note ', wrong: 'WRONG' };

/** The lines of an operator's mistakes; another error goes on. */
function asChecks(name: string, error: unknown): Check[] {
  if (!(error instanceof EnvError)) throw error;
  return error.message.split('\n').map((text) => wrong(name, text));
}

const checkCityPack = ({ cityPack }: Env) =>
  namedCityPack(cityPack).then(
    (pack) => packDoubts(pack).map((doubt) => note('City pack', doubt)),
    (error: unknown) => asChecks('City pack', error),
  );

async function findings(): Promise<Check[]> {
  try {
    const given = readEnv();
    // A check-up from a shell without the site's variables asks the site that runs.
    const { siteUrl, isUp } = addressOf(given, process.env);
    const env = { ...given, siteUrl };
    const pack = await checkCityPack(env);
    const now = () => new Date();
    if (env.databaseUrl === undefined && !hasEmbeddedDatabase(env.dataDir)) {
      return [...pack, ...(await runChecks({ db: null, env, now, isUp }))];
    }
    const found = await withDatabase(env, ({ db }) => runChecks({ db, env, now, isUp }), {
      tables: 'as it is',
      isNamed: false,
      // Says so itself, beside all else.
      key: 'any',
    });
    const led = found.map((one) => (one.page ? { ...one, text: `${one.text} ${siteUrl}${one.page}` } : one));
    const checks = [...pack, ...led];
    // With a database of its own the site may run on another machine.
    if (isUp || env.databaseUrl !== undefined) return checks;
    return [wrong('Site', `It does not run on ${env.dataDir}. npm start starts it.`), ...checks];
  } catch (error) {
    return asChecks('Settings', error);
  }
}

await runCommand(async () => {
  const { values } = readArguments(usage, { options: { json: { type: 'boolean', default: false } } });
  const checks = await findings();
  const faults = checks.filter(({ state }) => state === 'wrong').length;
  if (values.json) console.log(JSON.stringify(checks, null, 2));
  else {
    for (const { name, state, text } of checks) console.log(`${marks[state]}  ${name}: ${text}`);
    console.log(
      faults === 0 ? '\nNothing is wrong.' : `\n${faults} ${faults === 1 ? 'thing is' : 'things are'} wrong.`,
    );
  }
  if (faults > 0) process.exitCode = 1;
});
