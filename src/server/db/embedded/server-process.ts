/** One run of the PostgreSQL server: its flags, its log lines, its start and its end. */
import { type ChildProcess, spawn } from 'node:child_process';
import { totalmem } from 'node:os';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Account } from '#server/db/embedded/account.ts';
import { archivingFlags } from '#server/db/embedded/archiving.ts';
import { dataPathFor, explain, serverEnvironment } from '#server/db/embedded/create-cluster.ts';
import { isAlive, type Postmaster } from '#server/db/embedded/postmaster.ts';
import type { PostgresProgram } from '#server/db/embedded/program.ts';
import type { Folders } from '#server/db/embedded/settings.ts';
import { log } from '#server/log.ts';

const megabyte = 1024 * 1024;

/** PostgreSQL's own settings by name. */
export type ServerSettings = Record<string, string | number>;

function serverFlags(port: number, others: ServerSettings): string[] {
  const memory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY) / megabyte;
  const settings: ServerSettings = {
    listen_addresses: '127.0.0.1',
    port,
    // A socket would land in a folder that all users and all sites of the machine share.
    unix_socket_directories: '',
    cluster_name: 'alameda',
    max_connections: 100,
    shared_buffers: `${memory >= 4096 ? 256 : memory >= 1024 ? 128 : 64}MB`,
    effective_cache_size: `${Math.max(128, Math.round(memory / 2))}MB`,
    work_mem: '8MB',
    maintenance_work_mem: '64MB',
    random_page_cost: 1.1,
    jit: 'off',
    fsync: 'on',
    shared_preload_libraries: 'pg_stat_statements',
    log_line_prefix: '',
    // Refused statements are the site's own business and may hold personal data; only the server's own troubles are told.
    log_min_messages: 'log',
    log_checkpoints: 'off',
    log_error_verbosity: 'terse',
    ...others,
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

export interface ServerProcess {
  postmaster: Postmaster;
  /** Settles when the server has ended, with what it said last. */
  ended: Promise<string>;
}

function relay(line: string): void {
  const [, severity = 'LOG', message = line] = /^(\w+): {2}(.*)$/.exec(line) ?? [];
  const troubles: Record<string, 'error' | 'warn'> = { PANIC: 'error', FATAL: 'error', WARNING: 'warn' };
  // A connection that comes too early, or is open while the server stops, is told so as FATAL; whoever connects tries again.
  const level = /^(the database system is |terminating connection due to administrator command)/.test(message)
    ? 'debug'
    : (troubles[severity] ?? 'debug');
  log[level]({ part: 'postgres' }, message);
}

/** Starts the server. It outlives a killed parent, and is adopted by the next start. */
export function spawnServer(
  folders: Folders,
  port: number,
  program: PostgresProgram,
  account: Account | undefined,
  settings: ServerSettings = {},
): Promise<ServerProcess> {
  return new Promise((started, fail) => {
    const child: ChildProcess = spawn(
      program.postgres,
      ['-D', dataPathFor(account, folders.data), ...serverFlags(port, { ...archivingFlags(folders), ...settings })],
      {
        ...(account ? { uid: account.uid, gid: account.gid } : {}),
        cwd: folders.data,
        env: serverEnvironment,
        stdio: ['ignore', 'ignore', 'pipe'],
        // Out of the terminal's reach: Ctrl-C must first let the requests under way finish.
        detached: true,
      },
    );
    const said: string[] = [];
    if (child.stderr) {
      createInterface({ input: child.stderr }).on('line', (line) => {
        said.push(line);
        if (said.length > 30) said.shift();
        relay(line);
      });
    }
    const ended = new Promise<string>((end) => {
      child.once('close', (code, signal) => end(explain(said.join('\n'), signal ?? `exit code ${code}`)));
    });
    child.once('error', fail);
    child.once('spawn', () => {
      if (child.pid !== undefined) started({ postmaster: { pid: child.pid, port }, ended });
    });
  });
}

/** A server that another process started: its end can only be seen by looking. */
export function watchServer(postmaster: Postmaster): ServerProcess {
  const ended = (async () => {
    while (isAlive(postmaster.pid)) await sleep(500, undefined, { ref: false });
    return 'it ended';
  })();
  return { postmaster, ended };
}

/** Ends open transactions, writes everything down and stops; after 20 s without ceremony (the log is replayed next time). */
export async function stopServer(server: ServerProcess): Promise<void> {
  const { pid } = server.postmaster;
  for (const [signal, patienceMs] of [
    ['SIGINT', 20_000],
    ['SIGQUIT', 5_000],
  ] as const) {
    if (!isAlive(pid)) return;
    process.kill(pid, signal);
    const patience = new AbortController();
    const done = await Promise.race([
      server.ended.then(() => true),
      sleep(patienceMs, false, { signal: patience.signal }).catch(() => false),
    ]);
    patience.abort();
    if (done) return;
    log.warn({ part: 'postgres', signal, patienceMs }, 'PostgreSQL does not stop');
  }
}
