/** Reads postmaster.pid and checks whether it is true. */
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

export interface Postmaster {
  pid: number;
  port: number;
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** A process that has ended and is still listed, because its parent has not read its exit code. In some containers the parent never does. */
function isZombie(pid: number): boolean {
  try {
    const status = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name before the state is in parentheses and may hold any character.
    return /^[ZX]/.test(status.slice(status.lastIndexOf(')') + 2));
  } catch {
    return false;
  }
}

export function isAlive(pid: number): boolean {
  return exists(pid) && !isZombie(pid);
}

/** A server's working folder is its data folder; undefined where the system does not tell. */
function worksIn(pid: number, dataFolder: string): boolean | undefined {
  if (!existsSync('/proc/self/cwd')) return undefined;
  try {
    const held = statSync(`/proc/${pid}/cwd`);
    const data = statSync(dataFolder);
    return held.dev === data.dev && held.ino === data.ino;
  } catch {
    return undefined;
  }
}

/**
 * The server that runs on this data folder now. After a kill -9 the file stays behind, and after a reboot, in a
 * container or in a copied folder its process id may be somebody else's: such a file is removed, because PostgreSQL itself
 * would refuse to start next to a living process of that id.
 */
export function findPostmaster(dataFolder: string): Postmaster | undefined {
  const file = join(dataFolder, 'postmaster.pid');
  let lines: string[];
  try {
    lines = readFileSync(file, 'utf8').split('\n');
  } catch {
    return undefined;
  }
  const pid = Number(lines[0]);
  const port = Number(lines[3]);
  if (!Number.isInteger(pid) || pid <= 0 || !exists(pid)) return undefined;
  if (isZombie(pid) || worksIn(pid, dataFolder) === false) {
    rmSync(file, { force: true });
    return undefined;
  }
  return Number.isInteger(port) && port > 0 ? { pid, port } : undefined;
}
