/**
 * The PostgreSQL that comes with the site: made on the first start, adopted when it still runs, started again when it
 * dies. Why and how: docs/decisions/0001-embedded-postgres.md.
 */
import { existsSync, readFileSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { chooseAccount, giveToAccount, isRoot } from '#server/db/embedded/account.ts';
import { setArchiving } from '#server/db/embedded/archiving.ts';
import { createCluster } from '#server/db/embedded/create-cluster.ts';
import { canTakeOver } from '#server/db/embedded/former-program.ts';
import { findPostmaster, isAlive } from '#server/db/embedded/postmaster.ts';
import { findProgram } from '#server/db/embedded/program.ts';
import {
  type ServerProcess,
  type ServerSettings,
  spawnServer,
  stopServer,
  watchServer,
} from '#server/db/embedded/server-process.ts';
import { type Folders, foldersIn, type Settings, settingsIn, withFreePort } from '#server/db/embedded/settings.ts';
import { dropFormerData, finishTakeOver, takeOver } from '#server/db/embedded/take-over.ts';
import { describeError, log } from '#server/log.ts';
import { minuteMs } from '#shared/times.ts';

interface EmbeddedPostgres {
  /** The site's database, as its own role. Known before the server runs, so that others can start waiting for it. */
  url: string;
  /** The same server as superuser, for tests that make databases. */
  superuserUrl: string;
  /** True when the server ran before this process asked. */
  wasRunning: boolean;
  /** True when there was no cluster before this process asked. */
  isNew: boolean;
  /** Makes the cluster when there is none, then starts or adopts the server; resolves once it takes connections. */
  start(): Promise<void>;
  /** Stops the server, whoever started it. */
  stop(): Promise<void>;
}

interface Options {
  /** Settings that override all others, for a server that this process starts: a throwaway database may be faster. */
  settings?: ServerSettings;
  /** True keeps its log for the history, false ends that; undefined leaves it as it is. */
  keepsHistory?: boolean;
}

const majorVersion = '18';
/** A stop waits so long for a server that is just coming up. */
const maxRevivalMs = 5_000;
/** A server that died this often within a minute is started again after a pause, which doubles each time. */
const quickRestarts = 3;
const maxPauseMs = 10_000;

function urlFor(port: number, role: string, password: string, database: string): string {
  return `postgres://${role}:${password}@127.0.0.1:${port}/${database}`;
}

/** Undefined when the server takes connections, otherwise why not. */
async function whyNoAnswer(url: string): Promise<string | undefined> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
    return undefined;
  } catch (error) {
    return describeError(error);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** A restore to a minute that was killed between the two renames at its end has changed nothing. */
function putBackOldData({ data, old }: Folders): void {
  if (!existsSync(data) && existsSync(old)) renameSync(old, data);
}

/** @returns the older major version that made the data; undefined: there is none, or it is of this one */
function refuseForeignData(folders: Folders): string | undefined {
  const data = statSync(folders.data, { throwIfNoEntry: false });
  if (!data) return undefined;
  if (!isRoot && process.getuid && data.uid !== process.getuid()) {
    throw new Error(
      `${folders.data} belongs to user id ${data.uid}: start the site as that user, or choose another DATA_DIR`,
    );
  }
  const version = readFileSync(join(folders.data, 'PG_VERSION'), 'utf8').trim();
  if (canTakeOver(version)) return version;
  if (version !== majorVersion) {
    throw new Error(
      `${folders.data} was made by PostgreSQL ${version}, this release has ${majorVersion}: make a backup with the release that made it, then restore that into a new DATA_DIR`,
    );
  }
  return undefined;
}

/** Retries until the server answers: two processes may start it at once, and a server that just died leaves files for a while. */
async function bringUp(
  folders: Folders,
  settings: Settings,
  url: string,
  serverSettings?: ServerSettings,
): Promise<ServerProcess> {
  const deadline = Date.now() + minuteMs;
  let reason = '';
  for (let attempt = 0; Date.now() < deadline && attempt < 8; attempt += 1) {
    const running = findPostmaster(folders.data);
    if (running && running.port !== settings.port) {
      throw new Error(`${folders.data} is in use by a PostgreSQL on port ${running.port}: stop that one first`);
    }
    let server: ServerProcess;
    if (running) {
      server = watchServer(running);
    } else {
      const account = chooseAccount(folders.data);
      server = await spawnServer(folders, settings.port, await findProgram(account), account, serverSettings);
    }
    let lastWords: string | undefined;
    void server.ended.then((words) => {
      lastWords = words;
    });
    // Waits as long as the server process lives: replaying the log after a crash may take long.
    for (let look = 0; lastWords === undefined && isAlive(server.postmaster.pid); look += 1) {
      reason = (await whyNoAnswer(url)) ?? '';
      if (reason === '') {
        log.info({ part: 'postgres', port: settings.port, adopted: running !== undefined }, 'PostgreSQL runs');
        return server;
      }
      if (look % 100 === 99) log.info({ part: 'postgres', reason }, 'still waiting for PostgreSQL');
      await sleep(Math.min(20 * (look + 1), 100));
    }
    reason = (await server.ended) || reason;
    await sleep(Math.min(2_000, 200 * 2 ** attempt));
  }
  throw new Error(`PostgreSQL does not start: ${reason}`);
}

/** Looks, and makes nothing. */
export const hasEmbeddedDatabase = (dataDir: string): boolean =>
  existsSync(join(foldersIn(dataDir).data, 'PG_VERSION'));

/** Reads or makes port and passwords under `dataDir`; nothing is started yet. */
export async function embeddedPostgres(dataDir: string, options: Options = {}): Promise<EmbeddedPostgres> {
  const folders = foldersIn(dataDir);
  putBackOldData(folders);
  finishTakeOver(folders);
  let settings = await settingsIn(folders);
  const running = findPostmaster(folders.data);
  if (!running) settings = await withFreePort(folders, settings);
  const url = urlFor(settings.port, 'alameda', settings.password, 'alameda');
  const isMade = () => hasEmbeddedDatabase(dataDir);
  let server: ServerProcess | undefined;
  let stopping = false;
  const stopSignal = new AbortController();
  /** The restart that is under way after the server died. */
  let revival: Promise<void> | undefined;

  async function keepAlive(current: ServerProcess, deaths: number[]): Promise<void> {
    const reason = await current.ended;
    if (stopping) return;
    revival = revive(reason, deaths).finally(() => {
      revival = undefined;
    });
    await revival;
  }

  /** Never gives up: the cause, such as a full disk, may pass, and meanwhile the site serves stored pages. */
  async function revive(firstReason: string, deaths: number[]): Promise<void> {
    let reason = firstReason;
    let recent = deaths;
    while (!stopping) {
      recent = [...recent.filter((at) => at > Date.now() - minuteMs), Date.now()];
      const pauseMs =
        recent.length <= quickRestarts ? 0 : Math.min(maxPauseMs, 250 * 2 ** (recent.length - quickRestarts));
      log.error(
        { part: 'postgres', reason, deathsInLastMinute: recent.length, pauseMs },
        'PostgreSQL ended, starting it again',
      );
      await sleep(pauseMs, undefined, { signal: stopSignal.signal }).catch(() => undefined);
      if (stopping) return;
      try {
        server = await bringUp(folders, settings, url, options.settings);
      } catch (error) {
        reason = describeError(error);
        continue;
      }
      // Stopped while it came up.
      if (stopping) await stopServer(server);
      else void keepAlive(server, recent);
      return;
    }
  }

  return {
    url,
    superuserUrl: urlFor(settings.port, 'postgres', settings.superuserPassword, 'postgres'),
    wasRunning: running !== undefined,
    isNew: !isMade(),
    start: async () => {
      const from = refuseForeignData(folders);
      const owner = chooseAccount(folders.data);
      giveToAccount(folders.data, owner);
      if (from !== undefined) await takeOver({ dataDir, folders, settings, account: owner, from, to: majorVersion });
      dropFormerData(dataDir, folders, new Date());
      if (!isMade()) {
        const account = chooseAccount(folders.data);
        log.info({ part: 'postgres', folder: folders.data, account: account?.name }, 'making the embedded database');
        await createCluster(folders, settings, await findProgram(account), account);
      }
      if (options.keepsHistory !== undefined) setArchiving(folders, options.keepsHistory, chooseAccount(folders.data));
      server = await bringUp(folders, settings, url, options.settings);
      void keepAlive(server, []);
    },
    stop: async () => {
      stopping = true;
      stopSignal.abort();
      // The server may be running although this process does not know it yet; left alone, it would outlive the site.
      await Promise.race([revival, sleep(maxRevivalMs, undefined, { ref: false })]);
      const running = findPostmaster(folders.data);
      if (running && running.pid !== server?.postmaster.pid) await stopServer(watchServer(running));
      else if (server) await stopServer(server);
    },
  };
}
