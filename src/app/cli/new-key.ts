import { CommandError } from '#app/cli/run-command.ts';
import { withDatabase } from '#app/cli/with-database.ts';
import { sealAllFactors } from '#features/accounts/server/seal-factors.ts';
import { otherSessions } from '#server/backup/target.ts';
import { readEnv } from '#server/env.ts';
import { hasForeignKey, renewSecrets, sealAllSecrets } from '#server/site-secret.ts';

/** Says what a site without its former key has lost, and what people do then. */
export function sayLosses({ unreadable, renewed }: { unreadable: number; renewed: number }, why: string): void {
  if (unreadable > 0) {
    console.log(
      `${unreadable} second ${unreadable === 1 ? 'factor' : 'factors'} cannot be opened: ${why}. ` +
        'These people sign in with a recovery code and set up their factor anew; or put the old secret.key back.',
    );
  }
  if (renewed > 0)
    console.log(
      'Links of earlier mails about events, statistics and previews no longer work: their keys cannot be opened, either.',
    );
}

/** `npm run restore -- --new-key`: a stopped site goes on with the key of this DATA_DIR, without what the lost one sealed. */
export async function takeNewKey(): Promise<void> {
  const env = readEnv();
  await withDatabase(
    env,
    async ({ db, pool }) => {
      const sessions = await otherSessions(pool);
      if (sessions > 0)
        throw new CommandError(
          `Nothing was changed: the site is running (${sessions} connections). A machine that runs has the key: copy its secret.key into ${env.dataDir}; or stop the site on every machine first.`,
        );
      if (!(await hasForeignKey(db))) {
        console.log(`Nothing was changed: ${env.dataDir}/secret.key is the key of this site.`);
        return;
      }
      const { renewed } = await renewSecrets(db);
      await sealAllSecrets(db, env);
      console.log(`The site goes on with ${env.dataDir}/secret.key. Keep a copy of it where you keep passwords.`);
      sayLosses({ ...(await sealAllFactors(db)), renewed }, 'the key with which they were set up is lost');
    },
    { tables: 'as it is', isNamed: false, expectsSite: true, key: 'any' },
  );
}
