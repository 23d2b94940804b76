/** Three PostgreSQL servers that Patroni looks after, and the three members of etcd in which they agree who is primary. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import {
  asDatabaseAccount,
  findPostgres,
  freePort,
  giveToDatabaseAccount,
  Program,
  signalAll,
  until,
  withDescendants,
} from './programs.ts';

const template = readFileSync(join(import.meta.dirname, 'patroni.yml'), 'utf8');

/** Puts values in place of `${NAME}`. @throws Error for a name without a value */
export function fillIn(text: string, values: Record<string, string | number>): string {
  return text.replaceAll(/\$\{([A-Z_]+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`nothing is known for ${name}`);
    return String(value);
  });
}

interface EtcdMember {
  name: string;
  clientPort: number;
  peerPort: number;
  program: Program | undefined;
}

export class Etcd {
  readonly members: EtcdMember[];
  readonly #folder: string;

  private constructor(folder: string, members: EtcdMember[]) {
    this.#folder = folder;
    this.members = members;
  }

  static async create(folder: string): Promise<Etcd> {
    const members = [];
    for (const name of ['etcd1', 'etcd2', 'etcd3']) {
      members.push({ name, clientPort: await freePort(), peerPort: await freePort(), program: undefined });
    }
    return new Etcd(folder, members);
  }

  get hosts(): string {
    return this.members.map(({ clientPort }) => `127.0.0.1:${clientPort}`).join(',');
  }

  start(): void {
    for (const member of this.members) if (!member.program || member.program.hasEnded) this.startMember(member);
  }

  startMember(member: EtcdMember): void {
    const at = (port: number) => `http://127.0.0.1:${port}`;
    const command = [
      ['etcd', '--name', member.name, '--data-dir', join(this.#folder, member.name)],
      ['--listen-client-urls', at(member.clientPort), '--advertise-client-urls', at(member.clientPort)],
      ['--listen-peer-urls', at(member.peerPort), '--initial-advertise-peer-urls', at(member.peerPort)],
      ['--initial-cluster', this.members.map(({ name, peerPort }) => `${name}=${at(peerPort)}`).join(',')],
      ['--initial-cluster-token', 'town', '--initial-cluster-state', 'new', '--enable-v2', '--log-level', 'warn'],
    ].flat();
    member.program = new Program(member.name, command, { log: join(this.#folder, `${member.name}.log`) });
  }

  /** The member that the others follow now. */
  async leader(): Promise<EtcdMember> {
    for (const member of this.members) {
      const status = await ask(`http://127.0.0.1:${member.clientPort}/v3/maintenance/status`, {
        method: 'POST',
        body: '{}',
      });
      const { leader, header } = (status?.body ?? {}) as { leader?: string; header?: { member_id: string } };
      if (leader !== undefined && leader === header?.member_id) return member;
    }
    throw new Error('etcd has no leader');
  }

  async stop(): Promise<void> {
    await Promise.all(this.members.map(({ program }) => program?.end('SIGKILL')));
  }
}

async function ask(url: string, init?: RequestInit): Promise<{ status: number; body: unknown } | undefined> {
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(2_000) });
    return { status: response.status, body: await response.json().catch(() => undefined) };
  } catch {
    return undefined;
  }
}

interface Passwords {
  superuser: string;
  replication: string;
}

export class DatabaseNode {
  readonly name: string;
  readonly folder: string;
  readonly restPort: number;
  readonly port: number;
  #program: Program | undefined;

  private constructor(name: string, folder: string, ports: { rest: number; postgres: number }) {
    this.name = name;
    this.folder = folder;
    this.restPort = ports.rest;
    this.port = ports.postgres;
  }

  static async create(name: string, folder: string, etcdHosts: string, passwords: Passwords): Promise<DatabaseNode> {
    const node = new DatabaseNode(name, folder, { rest: await freePort(), postgres: await freePort() });
    mkdirSync(folder, { mode: 0o700 });
    const settings = fillIn(template, {
      NAME: name,
      FOLDER: folder,
      REST_PORT: node.restPort,
      PG_PORT: node.port,
      PG_BIN: findPostgres() ?? '',
      ETCD_HOSTS: etcdHosts,
      SUPERUSER_PASSWORD: passwords.superuser,
      REPLICATION_PASSWORD: passwords.replication,
    });
    writeFileSync(join(folder, 'patroni.yml'), settings, { mode: 0o600 });
    giveToDatabaseAccount(folder);
    return node;
  }

  start(): void {
    const command = asDatabaseAccount(['patroni', join(this.folder, 'patroni.yml')]);
    this.#program = new Program(this.name, command, { log: `${this.folder}.log` });
  }

  /** Patroni’s word on this node: role ('master', 'replica') and state; undefined while it says nothing. */
  async status(): Promise<{ role?: string; state?: string; sync_standby?: boolean } | undefined> {
    return (await ask(`http://127.0.0.1:${this.restPort}/patroni`))?.body as never;
  }

  async answers(path: '/primary' | '/replica' | '/sync'): Promise<boolean> {
    // Patroni sends no body for OPTIONS, the way of balancers.
    return (await ask(`http://127.0.0.1:${this.restPort}${path}`, { method: 'OPTIONS' }))?.status === 200;
  }

  /** The server and all that it started. */
  #serverProcesses(): number[] {
    const file = join(this.folder, 'data/postmaster.pid');
    const server = existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : 0;
    return server > 0 ? withDescendants(server) : [];
  }

  /** Patroni, the server that it started, and all that these started. */
  processes(): number[] {
    const patroni = this.#program?.hasEnded === false ? withDescendants(this.#program.pid) : [];
    return [...new Set([...patroni, ...this.#serverProcesses()])];
  }

  /** Everything stands still at one moment and is gone at the next, as when a machine loses its power. */
  async kill(): Promise<void> {
    this.cutOff();
    signalAll(this.processes(), 'SIGKILL');
    await this.#program?.end('SIGKILL');
  }

  /** Everything stands still: connections stay open and nothing answers, as when a network cable is pulled. */
  cutOff(): void {
    signalAll(this.processes(), 'SIGSTOP');
  }

  /** Only PostgreSQL stands still; Patroni waits for its answer in the midst of a round. */
  cutOffServer(): void {
    signalAll(this.#serverProcesses(), 'SIGSTOP');
  }

  reconnect(): void {
    signalAll(this.processes(), 'SIGCONT');
  }

  async stop(): Promise<void> {
    this.reconnect();
    await this.#program?.end('SIGTERM');
  }
}

/** Makes the site's role and database on the primary, as docs/running.md says. */
export async function makeTownDatabase(
  primaryPort: number,
  superuserPassword: string,
  townPassword: string,
): Promise<void> {
  const url = `postgres://postgres:${superuserPassword}@127.0.0.1:${primaryPort}/postgres`;
  let client = new Client({ connectionString: url });
  await until('the primary takes connections', async () => {
    client = new Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
    client.on('error', () => undefined);
    return client.connect().then(
      () => true,
      () => false,
    );
  });
  try {
    await client.query(`create role town login password '${townPassword}'`);
    await client.query(`create database town owner town encoding 'UTF8' locale 'C.UTF-8' template template0`);
  } finally {
    await client.end();
  }
}
