/** A whole cluster on one computer: three database nodes, three members of etcd, two machines of the site, one balancer. */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { startBalancer } from './balancer.ts';
import { DatabaseNode, Etcd, fillIn, makeTownDatabase } from './database-nodes.ts';
import {
  asDatabaseAccount,
  freePort,
  giveToDatabaseAccount,
  Program,
  signalAll,
  until,
  withDescendants,
} from './programs.ts';

const poolerTemplate = readFileSync(join(import.meta.dirname, 'pgbouncer.ini'), 'utf8');
const commands = join(import.meta.dirname, '../../src/app/cli');

interface Pooler {
  port: number;
  folder: string;
}

/** One machine on which the site and its pooler run, with a DATA_DIR of its own. */
class SiteMachine {
  readonly name: string;
  readonly port: number;
  readonly dataDir: string;
  readonly #environment: NodeJS.ProcessEnv;
  readonly #pooler: Pooler;
  #program: Program | undefined;
  #poolerProgram: Program | undefined;

  constructor(name: string, port: number, pooler: Pooler, dataDir: string, environment: NodeJS.ProcessEnv) {
    this.name = name;
    this.port = port;
    this.dataDir = dataDir;
    this.#pooler = pooler;
    this.#environment = environment;
  }

  get origin(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  start(): void {
    const command = asDatabaseAccount(['pgbouncer', join(this.#pooler.folder, 'pgbouncer.ini')]);
    this.#poolerProgram = new Program(`${this.name}'s pooler`, command, { log: `${this.#pooler.folder}.log` });
    this.#program = new Program(this.name, [process.execPath, join(commands, 'start.ts')], {
      log: `${this.dataDir}.log`,
      env: { ...this.#environment, PORT: String(this.port), DATA_DIR: this.dataDir },
    });
  }

  async isReady(): Promise<boolean> {
    const answer = await fetch(`${this.origin}/readyz`, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined);
    await answer?.text().catch(() => undefined);
    return answer?.status === 200;
  }

  /** The site's and its pooler's. */
  processes(): number[] {
    const running = [this.#program, this.#poolerProgram].filter((program) => program?.hasEnded === false);
    return running.flatMap((program) => withDescendants(program?.pid ?? 0));
  }

  /** Everything stands still: connections stay open and nothing answers. */
  cutOff(): void {
    signalAll(this.processes(), 'SIGSTOP');
  }

  reconnect(): void {
    signalAll(this.processes(), 'SIGCONT');
  }

  async kill(): Promise<void> {
    this.cutOff();
    signalAll(this.processes(), 'SIGKILL');
    await Promise.all([this.#program?.end('SIGKILL'), this.#poolerProgram?.end('SIGKILL')]);
  }

  /** Runs a command of the site on this machine, as its operator does. */
  async run(command: string, ...args: string[]): Promise<{ code: number | null; output: string }> {
    const child = spawn(process.execPath, [join(commands, `${command}.ts`), ...args], {
      env: { ...process.env, ...this.#environment, DATA_DIR: this.dataDir },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const ended = new Promise<number | null>((done) => child.once('exit', done));
    const [code, out, err] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
    return { code, output: out + err };
  }

  async stop(): Promise<void> {
    this.reconnect();
    await this.#program?.end('SIGTERM');
    await this.#poolerProgram?.end('SIGTERM');
  }
}

export class Cluster {
  readonly folder: string;
  readonly etcd: Etcd;
  readonly nodes: readonly DatabaseNode[];
  readonly machines: readonly SiteMachine[];
  readonly origin: string;
  /** The database's address, whichever node is primary. */
  readonly databaseUrl: string;
  readonly #superuserPassword: string;
  readonly #ports: { site: number; primary: number; replica: number };
  #balancer: Program | undefined;

  private constructor(parts: {
    folder: string;
    etcd: Etcd;
    nodes: readonly DatabaseNode[];
    machines: readonly SiteMachine[];
    databaseUrl: string;
    superuserPassword: string;
    ports: { site: number; primary: number; replica: number };
  }) {
    this.folder = parts.folder;
    this.etcd = parts.etcd;
    this.nodes = parts.nodes;
    this.machines = parts.machines;
    this.databaseUrl = parts.databaseUrl;
    this.#superuserPassword = parts.superuserPassword;
    this.#ports = parts.ports;
    this.origin = `http://localhost:${parts.ports.site}`;
  }

  /** Nothing is started yet. `port` is the balancer's; `environment` goes to the site's machines. */
  static async create(port: number, environment: NodeJS.ProcessEnv = {}): Promise<Cluster> {
    const folder = mkdtempSync(join(tmpdir(), 'a-cluster-'));
    chmodSync(folder, 0o711);
    const password = () => randomBytes(16).toString('hex');
    const [superuserPassword, replication, town] = [password(), password(), password()];
    const etcd = await Etcd.create(folder);
    const nodes = [];
    for (const name of ['db1', 'db2', 'db3']) {
      const passwords = { superuser: superuserPassword, replication };
      nodes.push(await DatabaseNode.create(name, join(folder, name), etcd.hosts, passwords));
    }
    const ports = { site: port, primary: await freePort(), replica: await freePort() };
    const databaseUrl = `postgres://town:${town}@127.0.0.1:${ports.primary}/town`;
    const key = `${randomBytes(32).toString('base64url')}\n`;
    const machines = [];
    for (const name of ['site1', 'site2']) {
      const dataDir = makeDataDir(folder, name, { key, isShared: environment.S3_ENDPOINT === undefined });
      const pooler = { port: await freePort(), folder: join(folder, `${name}-pooler`) };
      writePoolerSettings(pooler, { primary: ports.primary, password: town });
      machines.push(
        new SiteMachine(name, await freePort(), pooler, dataDir, {
          NODE_ENV: 'production',
          HOST: '127.0.0.1',
          SITE_URL: `http://localhost:${port}`,
          DATABASE_URL: `postgres://town:${town}@127.0.0.1:${pooler.port}/town`,
          DATABASE_DIRECT_URL: databaseUrl,
          DATABASE_READ_URL: `postgres://town:${town}@127.0.0.1:${ports.replica}/town`,
          TRUST_PROXY: '1',
          SAMPLE_CONTENT: 'on',
          PAYMENT_SANDBOX: 'off',
          MAP_TILES_URL: 'off',
          ...environment,
        }),
      );
    }
    return new Cluster({ folder, etcd, nodes, machines, databaseUrl, superuserPassword, ports });
  }

  async start(say: (line: string) => void): Promise<void> {
    say('etcd: three members');
    this.etcd.start();
    say('PostgreSQL: three nodes under Patroni');
    for (const node of this.nodes) node.start();
    this.startBalancer();
    const { password } = new URL(this.databaseUrl);
    await makeTownDatabase(this.#ports.primary, this.#superuserPassword, password);
    await this.isWhole();
    say('The site: two machines behind a balancer');
    for (const machine of this.machines) machine.start();
    await this.isServing();
  }

  startBalancer(): void {
    const { folder, machines, nodes } = this;
    this.#balancer = startBalancer({ folder, ports: this.#ports, machines, nodes });
  }

  /** The processes of each part, for whoever measures what it takes. */
  get parts(): Record<'site' | 'databases' | 'balancer', number[]> {
    return {
      site: this.machines.flatMap((machine) => machine.processes()),
      databases: this.nodes.flatMap((node) => node.processes()),
      balancer: this.#balancer ? withDescendants(this.#balancer.pid) : [],
    };
  }

  async primary(): Promise<DatabaseNode> {
    for (const node of this.nodes) if (await node.answers('/primary')) return node;
    throw new Error('there is no primary');
  }

  /** Waits until one node is primary, and both others follow it, one of them for every write. */
  async isWhole(patienceMs = 120_000): Promise<void> {
    await until(
      'one primary and two replicas',
      async () => {
        const roles = await Promise.all(
          this.nodes.map(async (node) => ({
            primary: await node.answers('/primary'),
            replica: await node.answers('/replica'),
            sync: await node.answers('/sync'),
          })),
        );
        const count = (role: 'primary' | 'replica' | 'sync') => roles.filter((of) => of[role]).length;
        return count('primary') === 1 && count('replica') === 2 && count('sync') === 1;
      },
      patienceMs,
    ).catch(async (error: unknown) => {
      const states = await Promise.all(this.nodes.map((node) => node.status()));
      throw new Error(`${error instanceof Error ? error.message : error}: ${JSON.stringify(states)}`, { cause: error });
    });
  }

  /** The replica without which no write is accepted now. */
  async synchronousReplica(): Promise<DatabaseNode> {
    for (const node of this.nodes) if (await node.answers('/sync')) return node;
    throw new Error('no replica is synchronous');
  }

  /** Waits until every machine of the site is ready. */
  isServing(): Promise<void> {
    return until('every machine of the site is ready', async () => {
      const ready = await Promise.all(this.machines.map((machine) => machine.isReady()));
      return ready.every(Boolean);
    });
  }

  async destroy(): Promise<void> {
    await Promise.all(this.machines.map((machine) => machine.stop()));
    await this.#balancer?.end();
    await Promise.all(this.nodes.map((node) => node.stop()));
    await this.etcd.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

function writePoolerSettings(
  { port, folder }: Pooler,
  { primary, password }: { primary: number; password: string },
): void {
  mkdirSync(folder, { mode: 0o700 });
  writeFileSync(join(folder, 'users.txt'), `"town" "${password}"\n`, { mode: 0o600 });
  const settings = fillIn(poolerTemplate, { PORT: port, PRIMARY_PORT: primary, FOLDER: folder });
  writeFileSync(join(folder, 'pgbouncer.ini'), settings, { mode: 0o600 });
  giveToDatabaseAccount(folder);
}

/**
 * The key is the same everywhere. Without a bucket uploads and imports are one folder for all machines, as on a network file system.
 */
function makeDataDir(folder: string, name: string, { key, isShared }: { key: string; isShared: boolean }): string {
  const dataDir = join(folder, name);
  mkdirSync(dataDir, { mode: 0o700 });
  for (const shared of isShared ? ['uploads', 'imports'] : []) {
    mkdirSync(join(folder, 'shared', shared), { recursive: true, mode: 0o700 });
    symlinkSync(join(folder, 'shared', shared), join(dataDir, shared));
  }
  writeFileSync(join(dataDir, 'secret.key'), key, { mode: 0o600 });
  return dataDir;
}
