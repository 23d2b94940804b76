/** The programs of a cluster as processes of this machine: started, ended, killed, or stopped as if their machine were cut off. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { createWriteStream, existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Debian puts each PostgreSQL into a folder of its own version, which is not on the path. */
export function findPostgres(): string | undefined {
  const versions = '/usr/lib/postgresql';
  const newest = existsSync(versions) ? readdirSync(versions).toSorted((a, b) => Number(b) - Number(a)) : [];
  return newest.map((version) => join(versions, version, 'bin')).find((bin) => existsSync(join(bin, 'initdb')));
}

const onPath = (name: string) =>
  ['/usr/sbin', '/usr/bin', '/usr/local/bin', ...(process.env.PATH ?? '').split(':')]
    .map((folder) => join(folder, name))
    .find((file) => existsSync(file));

/** The Debian packages that this machine lacks. */
export function missingPackages(): string[] {
  const programs = { patroni: 'patroni', etcd: 'etcd-server', haproxy: 'haproxy', pgbouncer: 'pgbouncer' };
  const missing = Object.entries(programs).flatMap(([name, from]) => (onPath(name) ? [] : [from]));
  return findPostgres() ? missing : [...missing, 'postgresql'];
}

/** PostgreSQL refuses to run as root, so root lends it the account that Debian's package made. */
const databaseAccount = process.getuid?.() === 0 ? 'postgres' : undefined;

export function giveToDatabaseAccount(folder: string): void {
  if (databaseAccount) spawnSync('chown', ['-R', `${databaseAccount}:`, folder]);
}

export class Program {
  readonly name: string;
  readonly #child: ChildProcess;

  /** Writes what the program says to `log`, behind what earlier ones of that file said. */
  constructor(name: string, command: readonly string[], { log, env = {} }: { log: string; env?: NodeJS.ProcessEnv }) {
    this.name = name;
    const [file = '', ...args] = command;
    this.#child = spawn(onPath(file) ?? file, args, {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const output = createWriteStream(log, { flags: 'a' });
    this.#child.stdout?.pipe(output);
    this.#child.stderr?.pipe(output);
    this.#child.on('error', (error) => output.write(`${error.message}\n`));
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  get hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  async end(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    if (this.hasEnded) return;
    const gone = new Promise((done) => this.#child.once('exit', done));
    this.#child.kill(signal);
    await gone;
  }
}

/** Runs `command` under the database's account. */
export const asDatabaseAccount = (command: readonly string[]): readonly string[] =>
  databaseAccount
    ? ['setpriv', `--reuid=${databaseAccount}`, `--regid=${databaseAccount}`, '--clear-groups', '--', ...command]
    : command;

function childrenOf(pid: number): number[] {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return all.map(Number).filter((other) => parentOf(other) === pid);
}

function parentOf(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The fields after the name, which is in parentheses: state and parent.
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return undefined;
  }
}

/** The process and everything below it. */
export function withDescendants(pid: number): number[] {
  return [pid, ...childrenOf(pid).flatMap(withDescendants)];
}

export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}

const given = new Set<number>();

/** A port that nobody listens on, and that the system never takes for an outgoing connection, as it does with those above. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000);
    if (given.has(port) || !(await isFree(port))) continue;
    given.add(port);
    return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((told) => {
    const server = createServer();
    server.once('error', () => told(false));
    server.listen(port, '127.0.0.1', () => server.close(() => told(true)));
  });
}

/** @throws Error with `what` when it has not come true within `patienceMs` */
export async function until(
  what: string,
  condition: () => boolean | Promise<boolean>,
  patienceMs = 120_000,
): Promise<void> {
  const deadline = Date.now() + patienceMs;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`${what}: not within ${patienceMs / 1000} s`);
    await sleep(200);
  }
}
