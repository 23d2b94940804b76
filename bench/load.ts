/** Sends requests as fast as they are answered, over connections that stay open. */
import { execFile } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { Agent, get } from 'node:http';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface Load {
  requestsPerSecond: number;
  requests: number;
  p50Ms: number;
  p99Ms: number;
  /** Answers with a status other than 200. */
  failures: number;
}

export function findProgram(name: string): string | null {
  for (const folder of [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']) {
    try {
      accessSync(join(folder, name), constants.X_OK);
      return join(folder, name);
    } catch {
      // This folder does not have the program.
    }
  }
  return null;
}

const wrk = findProgram('wrk');
/** The encodings that browsers ask for. */
const acceptEncoding = 'gzip, deflate, br';
export const generatorName = wrk ? 'wrk' : 'autocannon';

/** Requests one address again and again, with wrk (one thread) or, without it, autocannon. */
export async function loadOne(url: string, connections: number, seconds: number): Promise<Load> {
  if (wrk) {
    const header = `Accept-Encoding: ${acceptEncoding}`;
    const { stdout } = await run(wrk, ['-t1', `-c${connections}`, `-d${seconds}s`, '--latency', '-H', header, url]);
    return readWrk(stdout);
  }
  const program = join(import.meta.dirname, '../node_modules/autocannon/autocannon.js');
  const header = `accept-encoding=${acceptEncoding}`;
  const args = [program, '-j', '-n', '-c', String(connections), '-d', String(seconds), '-H', header, url];
  const { stdout } = await run(process.execPath, args, { maxBuffer: 2 ** 24 });
  const result = JSON.parse(stdout) as {
    requests: { average: number; total: number };
    latency: { p50: number; p99: number };
    non2xx: number;
    errors: number;
  };
  return {
    requestsPerSecond: result.requests.average,
    requests: result.requests.total,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    failures: result.non2xx + result.errors,
  };
}

const unitMs: Record<string, number> = { us: 0.001, ms: 1, s: 1_000, m: 60_000 };

/** Reads the report that wrk prints. */
function readWrk(report: string): Load {
  const match = (pattern: RegExp) => pattern.exec(report);
  const duration = (share: string) => {
    const [, value, unit = 'ms'] = match(new RegExp(`${share}%\\s+([\\d.]+)(us|ms|s|m)`)) ?? [];
    return Number(value ?? Number.NaN) * (unitMs[unit] ?? 1);
  };
  const sockets = match(/Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)/)?.slice(1) ?? [];
  return {
    requestsPerSecond: Number(match(/Requests\/sec:\s+([\d.]+)/)?.[1] ?? 0),
    requests: Number(match(/(\d+) requests in/)?.[1] ?? 0),
    p50Ms: duration('50'),
    p99Ms: duration('99'),
    failures:
      Number(match(/Non-2xx or 3xx responses: (\d+)/)?.[1] ?? 0) + sockets.reduce((sum, n) => sum + Number(n), 0),
  };
}

export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/**
 * Requests each address of `paths` once, in order, until the time is up. @throws when `paths` runs out before
 */
export async function loadEach(
  origin: string,
  paths: Iterator<string>,
  connections: number,
  seconds: number,
): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const times: number[] = [];
  let failures = 0;
  const ask = (path: string) =>
    new Promise<void>((resolve) => {
      const began = performance.now();
      const end = (isGood: boolean) => {
        times.push(performance.now() - began);
        if (!isGood) failures++;
        resolve();
      };
      get(origin + path, { agent, headers: { 'accept-encoding': acceptEncoding } }, (response) => {
        response.resume().once('end', () => end(response.statusCode === 200));
      }).once('error', () => end(false));
    });
  const started = performance.now();
  const client = async () => {
    while (performance.now() - started < seconds * 1_000) {
      const next = paths.next();
      if (next.done) throw new Error('All addresses were used before the time was up');
      await ask(next.value);
    }
  };
  await Promise.all(Array.from({ length: connections }, client));
  const elapsed = (performance.now() - started) / 1_000;
  agent.destroy();
  times.sort((a, b) => a - b);
  return {
    requestsPerSecond: times.length / elapsed,
    requests: times.length,
    p50Ms: percentile(times, 0.5),
    p99Ms: percentile(times, 0.99),
    failures,
  };
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return Number.isInteger(middle)
    ? ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2
    : (sorted[Math.floor(middle)] ?? Number.NaN);
}
