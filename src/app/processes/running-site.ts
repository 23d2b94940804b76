/** A note in DATA_DIR about the site that runs on it: `npm run reload` reads whom to signal, and how the reload went. */
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod/mini';
import { isAlive } from '#server/db/embedded/postmaster.ts';
import { describeError, log } from '#server/log.ts';

const RunningSite = z.object({
  pid: z.int(),
  /** In the system's own ticks: after a reboot another process may have this id. */
  startedAt: z.string(),
  /** Where people reach it; a site of an earlier release does not say. */
  siteUrl: z.optional(z.string()),
  /** Reloads that have ended. */
  reloads: z.int(),
  isReloading: z.boolean(),
  /** Why the last reload failed, in words. */
  failure: z.nullable(z.string()),
});
type RunningSite = z.infer<typeof RunningSite>;

const fileIn = (dataDir: string) => join(dataDir, 'running-site.json');
/** Outlasts the site, unlike the note about its processes. */
const addressIn = (dataDir: string) => join(dataDir, 'site-address.txt');

/** Empty where the system does not tell. */
function startOf(pid: number): string {
  try {
    const status = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name in parentheses may hold any character; the start is the 20th field after it.
    return status.slice(status.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}

function write(dataDir: string, site: RunningSite): void {
  const file = fileIn(dataDir);
  try {
    // A reader must never see half a note.
    writeFileSync(`${file}.new`, JSON.stringify(site), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  } catch (error) {
    log.warn({ reason: describeError(error) }, 'the note for npm run reload could not be written');
  }
}

/** Undefined when none is up. */
export function findRunningSite(dataDir: string): RunningSite | undefined {
  try {
    const site = RunningSite.parse(JSON.parse(readFileSync(fileIn(dataDir), 'utf8')));
    return isAlive(site.pid) && startOf(site.pid) === site.startedAt ? site : undefined;
  } catch {
    return undefined;
  }
}

/** For commands that print links while the site still comes up, or after it has ended. */
export function noteAddress({ dataDir, siteUrl }: { dataDir: string; siteUrl: string }): void {
  writeFileSync(addressIn(dataDir), siteUrl, { mode: 0o600 });
}

function readAddress(dataDir: string): string | undefined {
  try {
    return z.url().parse(readFileSync(addressIn(dataDir), 'utf8'));
  } catch {
    return undefined;
  }
}

/**
 * Where people reach the site of this folder. It may have been started with another port than the command that asks, so the running
 * site comes first, then the command's own settings, then what the last start has noted.
 */
export function addressOf(
  { dataDir, siteUrl }: { dataDir: string; siteUrl: string },
  { PORT, SITE_URL }: Readonly<Record<string, string | undefined>>,
): { siteUrl: string; isUp: boolean; isKnown: boolean } {
  const running = findRunningSite(dataDir)?.siteUrl;
  if (running !== undefined) return { siteUrl: running, isUp: true, isKnown: true };
  const isSet = Boolean(PORT?.trim() || SITE_URL?.trim());
  const noted = isSet ? undefined : readAddress(dataDir);
  return { siteUrl: noted ?? siteUrl, isUp: false, isKnown: isSet || noted !== undefined };
}

/** The command's own settings, with the address of the site for the links that it writes. */
export const atItsAddress = <E extends { dataDir: string; siteUrl: string }>(
  env: E,
  vars: Readonly<Record<string, string | undefined>>,
): E => ({ ...env, siteUrl: addressOf(env, vars).siteUrl });

export function forgetRunningSite(dataDir: string): void {
  rmSync(fileIn(dataDir), { force: true });
}

/**
 * Called by the supervisor once its site is up. The returned function reloads it; orders that come during a reload are one
 * more reload after it.
 */
export function reloading(
  { dataDir, siteUrl }: { dataDir: string; siteUrl: string },
  reload: () => Promise<void>,
): () => void {
  let site: RunningSite = {
    pid: process.pid,
    startedAt: startOf(process.pid),
    siteUrl,
    reloads: 0,
    isReloading: false,
    failure: null,
  };
  const note = (change: Partial<RunningSite>) => {
    site = { ...site, ...change };
    write(dataDir, site);
  };
  note({});
  let isWanted = false;
  const run = async () => {
    note({ isReloading: true });
    while (isWanted) {
      isWanted = false;
      log.info('reloading');
      const failure = await reload().then(() => null, describeError);
      if (failure === null) log.info('reloaded');
      else log.error({ reason: failure }, 'the reload failed: processes that were not replaced go on');
      note({ reloads: site.reloads + 1, isReloading: isWanted, failure });
    }
  };
  return () => {
    isWanted = true;
    if (!site.isReloading) void run();
  };
}

/**
 * Has the site that runs on this folder reload, and waits for the end. @throws Error with one line when there is none, or the
 * reload failed
 */
export async function orderReload(dataDir: string): Promise<void> {
  const before = findRunningSite(dataDir);
  if (before === undefined) throw new Error(noSite(dataDir));
  process.kill(before.pid, 'SIGHUP');
  for (;;) {
    await sleep(100);
    const now = findRunningSite(dataDir);
    if (now === undefined) throw new Error('the site ended before it had reloaded');
    if (now.isReloading || now.reloads === before.reloads) continue;
    if (now.failure !== null) throw new Error(`${now.failure}; processes that were not replaced go on`);
    return;
  }
}

export const noSite = (dataDir: string) =>
  `DATA_DIR is ${JSON.stringify(dataDir)}, where no site is up: npm start starts one`;
