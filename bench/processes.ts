/**
 * Reads process figures from the system. Linux only; elsewhere every answer is null and the table shows a
 * dash.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';

/** Clock ticks per second in /proc, on every Linux that Node runs on. */
const ticksPerSecond = 100;

function read(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

/** Processor time used so far in milliseconds, by the process and all its threads; precise to 10 ms. */
export function cpuMs(pid: number | null): number | null {
  const stat = pid === null ? null : read(`/proc/${pid}/stat`);
  if (stat === null) return null;
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return ((Number(fields[11]) + Number(fields[12])) * 1_000) / ticksPerSecond;
}

/** Processor time in milliseconds of these and of their children that have ended. */
export function allCpuMs(pids: readonly number[]): number {
  const fields = pids.map((pid) => {
    const stat = read(`/proc/${pid}/stat`) ?? '';
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  });
  const ticks = fields.flatMap((of) => of.slice(11, 15).map(Number));
  return (ticks.reduce((sum, each) => sum + each, 0) * 1_000) / ticksPerSecond;
}

export function rssMb(pid: number | null): number | null {
  const status = pid === null ? null : read(`/proc/${pid}/status`);
  const kb = status === null ? undefined : /^VmRSS:\s+(\d+) kB/m.exec(status)?.[1];
  return kb === undefined ? null : Number(kb) / 1_024;
}

/** The process and all below it. */
function familyOf(pid: number): number[] {
  const tasks = read(`/proc/${pid}/stat`) ? readdirSync(`/proc/${pid}/task`) : [];
  const children = tasks.flatMap((task) => (read(`/proc/${pid}/task/${task}/children`) ?? '').split(' '));
  return [pid, ...children.filter(Boolean).flatMap((child) => familyOf(Number(child)))];
}

/** Proportional set size of a process and all below it: memory that several share counts once. */
export function familyPssMb(pid: number | null): number | null {
  const sizes = pid === null ? [] : familyOf(pid).map((each) => read(`/proc/${each}/smaps_rollup`));
  const kb = sizes.map((rollup) => /^Pss:\s+(\d+) kB/m.exec(rollup ?? '')?.[1]).filter((size) => size !== undefined);
  return kb.length === 0 ? null : kb.reduce((sum, size) => sum + Number(size), 0) / 1_024;
}

/**
 * Processor ticks of the whole machine since it started: used here, and taken by its host for other machines.
 */
export function machineTicks(): { used: number; stolen: number } | null {
  const [, user, nice, system, , , irq, softirq, steal] =
    read('/proc/stat')?.split('\n', 1)[0]?.split(/ +/).map(Number) ?? [];
  if (user === undefined || nice === undefined || system === undefined || steal === undefined) return null;
  return { used: user + nice + system + (irq ?? 0) + (softirq ?? 0), stolen: steal };
}

/** Finds the process below `pid` whose command line contains `text`. */
export function findChild(pid: number, text: string): number | null {
  for (const task of read(`/proc/${pid}/stat`) ? readdirSync(`/proc/${pid}/task`) : []) {
    for (const child of (read(`/proc/${pid}/task/${task}/children`) ?? '').split(' ').filter(Boolean)) {
      if (read(`/proc/${child}/cmdline`)?.includes(text)) return Number(child);
    }
  }
  return null;
}

/** Finds a port that nobody listens on now. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('The system gave no port')),
      );
    });
  });
}
