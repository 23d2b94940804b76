import { spawn } from 'node:child_process';
import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Account } from '#server/db/embedded/account.ts';
import { isAlive } from '#server/db/embedded/postmaster.ts';
import type { PostgresProgram } from '#server/db/embedded/program.ts';
import type { Folders, Settings } from '#server/db/embedded/settings.ts';

/**
 * How the server's own account names the data folder. Its way there may lead through folders that only root may enter,
 * but the process starts inside (node changes the folder before the account), and Linux resolves this name without
 * walking the path. Without another account the path itself does.
 */
export function dataPathFor(account: Account | undefined, dataFolder: string): string {
  return account ? '/proc/self/cwd' : dataFolder;
}

/** PostgreSQL reads many variables (PGPORT, PGDATA, LC_…); none of the shell's is meant for this server. */
export const serverEnvironment = { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

interface Run {
  account: Account | undefined;
  folder: string;
  input?: string;
  passwordFd?: number;
}

function run(program: string, args: string[], { account, folder, input, passwordFd }: Run): Promise<void> {
  return new Promise((done, fail) => {
    const child = spawn(program, args, {
      ...(account ? { uid: account.uid, gid: account.gid } : {}),
      cwd: folder,
      env: serverEnvironment,
      stdio: ['pipe', 'pipe', 'pipe', passwordFd ?? 'ignore'],
    });
    let said = '';
    const listen = (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-4_000);
    };
    child.stdout?.on('data', listen);
    child.stderr?.on('data', listen);
    child.once('error', fail);
    child.once('close', (code) => {
      if (code === 0 && !/(FATAL|PANIC|ERROR): {2}/.test(said)) done();
      else fail(new Error(explain(said, `exit code ${code}`)));
    });
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input ?? '');
  });
}

/** The line that matters out of what a PostgreSQL program said. */
export function explain(said: string, otherwise: string): string {
  if (/No space left on device/.test(said)) return 'the disk that holds DATA_DIR is full (No space left on device)';
  const lines = said.split('\n').map((line) => line.trim());
  const telling = lines.filter((line) => /(error|FATAL|PANIC|could not)/.test(line));
  return telling.slice(-3).join(' | ') || lines.filter(Boolean).slice(-3).join(' | ') || otherwise;
}

/**
 * Creates the cluster with its roles and its database under a temporary name, and renames it when it is complete. Uses the
 * built-in sort order (C.UTF-8), so that rows have the same order on every machine.
 */
export async function createCluster(
  folders: Folders,
  settings: Settings,
  program: PostgresProgram,
  account: Account | undefined,
): Promise<void> {
  for (const name of readdirSync(folders.home)) {
    // Leftovers of an earlier start that was killed while it made the cluster.
    const maker = /^data\.new-(\d+)$/.exec(name)?.[1];
    if (maker && !isAlive(Number(maker))) rmSync(join(folders.home, name), { recursive: true, force: true });
  }
  const growing = join(folders.home, `data.new-${process.pid}`);
  const passwordFile = join(folders.home, `password-${process.pid}`);
  mkdirSync(growing, { mode: 0o700 });
  writeFileSync(passwordFile, `${settings.superuserPassword}\n`, { mode: 0o600 });
  if (account) {
    chownSync(growing, account.uid, account.gid);
    chownSync(passwordFile, account.uid, account.gid);
  }
  // Handed over open: the account may be unable to reach the file by its path.
  const passwordFd = openSync(passwordFile, 'r');
  try {
    const path = dataPathFor(account, growing);
    await run(
      program.initdb,
      [
        ...['-D', path, '--username=postgres', '--pwfile=/dev/fd/3', '--auth=scram-sha-256'],
        ...['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
      ],
      { account, folder: growing, passwordFd },
    );
    const statements = [
      `create role alameda login createdb password '${settings.password}'`,
      'grant pg_monitor to alameda',
      'create database alameda owner alameda',
    ];
    // One statement a line, no server, no port: nobody can connect before the passwords are set.
    await run(program.postgres, ['--single', '-D', path, 'postgres'], {
      account,
      folder: growing,
      input: `${statements.join('\n')}\n`,
    });
    await run(
      program.postgres,
      ['--single', '-D', path, '-c', 'shared_preload_libraries=pg_stat_statements', 'alameda'],
      {
        account,
        folder: growing,
        input: 'create extension pg_stat_statements\n',
      },
    );
    renameSync(growing, folders.data);
  } catch (error) {
    rmSync(growing, { recursive: true, force: true });
    // Another process that started at the same moment was faster; it used the same passwords.
    if (existsSync(join(folders.data, 'PG_VERSION'))) return;
    throw new Error(`the embedded database could not be made: ${error instanceof Error ? error.message : error}`);
  } finally {
    closeSync(passwordFd);
    rmSync(passwordFile, { force: true });
  }
}
