import type { Database } from '#server/db/client.ts';
import type { Env } from '#server/env.ts';
import type { Check } from './check.ts';
import { checkDatabase } from './database-checks.ts';
import { checkHistory } from './history-check.ts';
import { checkBackup, checkBackupFolder, checkDisk, checkFiles } from './machine-checks.ts';
import { checkCertificate, checkMailbox, checkMailServer, checkOwnAddress, checkStripe } from './network-checks.ts';
import { checkRunningSettings } from './running-settings.ts';
import { checkSenderDomain } from './sender-domain-check.ts';
import { checkSettings } from './settings-checks.ts';
import { checkSettingsFiles, settingsFiles } from './settings-file-check.ts';
import { checkStore } from './store-check.ts';

interface Subject {
  /** Null where no site has started yet. */
  db: Database | null;
  env: Env;
  now: () => Date;
  /** False where no site runs on this DATA_DIR now. */
  isUp?: boolean;
  /** The environment as it was given. */
  source?: Readonly<Record<string, string | undefined>>;
}

/** The check-up of a site, the same for `npm run doctor` and the staff area. Takes up to 10 s. */
export async function runChecks({ db, env, now, isUp = true, source = process.env }: Subject): Promise<Check[]> {
  const found = await Promise.all([
    checkSettings(env, source),
    isUp ? checkRunningSettings(env.dataDir) : [],
    checkOwnAddress(env),
    checkCertificate(env, now()),
    checkDatabase(db, env, now),
    env.stripe !== undefined && env.stripe.apiBase === undefined ? checkStripe(env) : [],
    checkMailServer(env),
    checkMailbox(env),
    checkSenderDomain(env),
    checkDisk(env),
    checkFiles(env),
    checkSettingsFiles(settingsFiles()),
    checkStore(env),
    checkBackup(env, now()),
    checkBackupFolder(env),
    checkHistory(env, now()),
  ]);
  return found.flat();
}
