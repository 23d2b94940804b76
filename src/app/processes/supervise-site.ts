/**
 * The supervisor starts all other processes of a site and outlasts them: web processes, the worker process,
 * the embedded PostgreSQL and, without Stripe keys, the payment sandbox. It serves nothing itself. Children
 * learn of its end, even by kill -9, because their channel closes.
 */
import { fork } from 'node:child_process';
import cluster from 'node:cluster';
import { join } from 'node:path';
import { clearRestoreLeftovers } from '#server/backup/restore-leftovers.ts';
import { openDataDir } from '#server/data-dir.ts';
import { embeddedPostgres } from '#server/db/embedded-postgres.ts';
import { keepReserve } from '#server/disk.ts';
import type { Env } from '#server/env.ts';
import { EnvError } from '#server/env-variable.ts';
import { keepHistory } from '#server/history/keep-history.ts';
import { describeError, log } from '#server/log.ts';
import { noteSettings } from '#server/site-checks/running-settings.ts';
import { notePlace } from '#server/storage/place-in-use.ts';
import { openVault } from '#server/vault.ts';
import { checkAlone } from './check-alone.ts';
import { checkPort } from './check-port.ts';
import { type KeptProcess, keepRunning } from './keep-running.ts';
import { memoryEnvironment, processFlags, webFlags } from './node-flags.ts';
import { paymentSandbox } from './payment-sandbox.ts';
import { preparing } from './preparing.ts';
import { forgetRunningSite, noteAddress, reloading } from './running-site.ts';
import type { OrderFromSupervisor } from './talk-to-supervisor.ts';

interface Site {
  env: Env;
  /** Files of the two programs; they follow `#app/processes/talk-to-supervisor.ts`. */
  webProcess: string;
  workerProcess: string;
  /** The program that prepares the database before the site counts as ready; it calls `prepareSite`. */
  preparation: string;
}

/** A second Ctrl-C counts only after this time: a terminal and npm deliver the first one twice. */
const samePressMs = 500;

/** With a function for the error, a message to a process that has just died does not end this one. */
function tellWebProcesses(order: OrderFromSupervisor): void {
  for (const web of Object.values(cluster.workers ?? {})) web?.send(order, () => undefined);
}

/** Prints lines in one write, so that no line of another process comes between them. */
function sayTogether(...lines: (string | null)[]): void {
  console.log(lines.filter((line) => line !== null).join('\n'));
}

function prepare({ env, preparation }: Site, database: { DATABASE_URL?: string } = {}) {
  // The child would take the embedded database for an operator's own, which gets no sample content.
  const content = { SAMPLE_CONTENT: env.sampleContent ? 'on' : 'off' };
  return preparing(preparation, { ...process.env, ...memoryEnvironment, ...content, ...database });
}

/**
 * Runs the site until it is told to stop, then ends the process. Throws, before anything runs, errors that
 * the operator has to correct.
 */
export async function superviseSite(site: Site): Promise<void> {
  const { env } = site;
  let preparation = prepare(site);
  // A mistake in what the operator has written is told before anything is made.
  const name = await preparation.name;
  openDataDir(env.dataDir);
  openVault(env.dataDir);
  notePlace(env);
  await clearRestoreLeftovers(join(env.dataDir, 'uploads'));
  await checkPort(env.port, env.host);
  keepReserve(env.dataDir);

  const children: Pick<KeptProcess, 'stop'>[] = [];
  let stoppingSince: number | undefined;
  let isPrepared = false;
  let reload: (() => void) | undefined;
  let endHistory: (() => Promise<void>) | undefined;
  const isInTerminal = process.stdin.isTTY === true;
  const postgres = env.databaseUrl
    ? undefined
    : await embeddedPostgres(env.dataDir, { keepsHistory: env.historyDays > 0 });
  if (postgres?.wasRunning) await checkAlone(postgres.url, env.dataDir);
  noteAddress(env);
  noteSettings(env.dataDir, process.env);
  const databaseUrl = env.databaseUrl ?? postgres?.url ?? '';
  const sandbox = await paymentSandbox(env);
  const ownDatabase = postgres ? { DATABASE_URL: postgres.url } : {};
  const childEnvironment = { ...process.env, ...memoryEnvironment, ...ownDatabase, ...sandbox?.environment };

  async function stop(code: number, reason: string): Promise<void> {
    if (stoppingSince !== undefined) return;
    stoppingSince = Date.now();
    log.info({ reason }, 'stopping');
    await Promise.all([preparation.stop(), ...children.map((child) => child.stop()), endHistory?.()]);
    await postgres?.stop();
    forgetRunningSite(env.dataDir);
    log.info('stopped');
    process.exit(code);
  }

  process.on('SIGTERM', () => void stop(0, 'SIGTERM'));
  // A terminal that closes sends it as well, and means the end.
  process.on('SIGHUP', () => (isInTerminal ? void stop(0, 'SIGHUP') : reload?.()));
  process.on('disconnect', () => void stop(0, 'the program that started this one is gone'));
  process.on('SIGINT', () => {
    if (stoppingSince !== undefined && Date.now() - stoppingSince > samePressMs) process.exit(130);
    void stop(0, 'SIGINT');
  });

  const onHopeless = (name: string) => void stop(1, `the ${name} process does not start`);

  // All web processes accept from one socket, which lasts as long as one of them: none of the connections that wait in it
  // is lost when one ends or is replaced. Node's own distribution loses those that it hands to a process that dies.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  cluster.setupPrimary({ exec: site.webProcess, execArgv: [...process.execArgv, ...webFlags] });
  if (env.webConcurrency > 1) (await import('./cluster-metrics.ts')).answerMetricsQuestions();
  const webProcesses = Array.from({ length: env.webConcurrency }, () =>
    keepRunning({
      name: 'web',
      spawn: () => {
        const succession = isPrepared ? { SUCCEEDS_ANOTHER: '1' } : {};
        return cluster.fork({ ...childEnvironment, ...succession }).process;
      },
      onHopeless,
    }),
  );
  children.push(...webProcesses);
  if (sandbox) children.push(await sandbox.start());

  let hint: string | null = null;
  try {
    await postgres?.start();
    hint = await preparation.finish(databaseUrl);
  } catch (error) {
    if (stoppingSince !== undefined) return;
    // A mistake of the operator is told by the line below, and needs no stack in the log.
    if (!(error instanceof EnvError)) log.fatal({ err: error }, 'the database could not be prepared');
    console.error(`The site cannot start: ${describeError(error)}`);
    await stop(1, 'the database could not be prepared');
  }
  if (stoppingSince !== undefined) return;
  isPrepared = true;
  tellWebProcesses({ type: 'prepared' });
  if (postgres && env.historyDays > 0) endHistory = keepHistory(postgres.superuserUrl, env);

  const spawnWorker = () =>
    fork(site.workerProcess, { env: childEnvironment, execArgv: [...process.execArgv, ...processFlags] });
  const worker = keepRunning({ name: 'worker', spawn: spawnWorker, onHopeless });
  children.push(worker);

  await Promise.all(webProcesses.map((child) => child.cameUp));
  reload = reloading(env, async () => {
    // The program in the folder does it, which may be a newer release's by now.
    preparation = prepare(site, { DATABASE_URL: databaseUrl });
    await preparation.finish(databaseUrl);
    for (const each of [...webProcesses, worker]) await each.replace();
  });
  log.info({ siteUrl: env.siteUrl, host: env.host, port: env.port }, 'ready');
  sayTogether(`${name} is at ${env.siteUrl}`, hint);
}
