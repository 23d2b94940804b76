/** Runs the whole site as `npm start` does, with its own data folder and port. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { embeddedPostgres } from '#server/db/embedded-postgres.ts';
import { findChild, freePort } from './processes.ts';

export interface SiteUnderTest {
  origin: string;
  /** The web process; null where the system cannot tell. */
  webPid: number | null;
  /** The first process, above all others and the database. */
  supervisorPid: number | null;
  databaseUrl: string;
  /** A role that may make databases. */
  superuserUrl: string;
  environment: NodeJS.ProcessEnv;
  stop: () => Promise<void>;
}

const patienceMs = 120_000;

/**
 * Starts the site with the pack's sample content and waits until it is ready. @throws with the site's last
 * log lines
 */
export async function startSite(): Promise<SiteUnderTest> {
  const folder = mkdtempSync(join(tmpdir(), 'alameda-bench-'));
  // PostgreSQL's own account needs access to its data.
  chmodSync(folder, 0o755);
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const dataDir = join(folder, 'data');
  const { DATABASE_URL: _, SMTP_URL: __, CITY_PACK: ___, ...inherited } = process.env;
  const environment: NodeJS.ProcessEnv = {
    ...inherited,
    NODE_ENV: 'production',
    PORT: String(port),
    HOST: '127.0.0.1',
    SITE_URL: origin,
    DATA_DIR: dataDir,
    SAMPLE_CONTENT: 'on',
    WEB_CONCURRENCY: '1',
    LOG_LEVEL: 'warn',
    MAP_TILES_URL: 'off',
  };
  const logFile = join(folder, 'site.log');
  const child = fork(join(import.meta.dirname, '../src/app/cli/start.ts'), { env: environment, silent: true });
  const output = createWriteStream(logFile);
  child.stdout?.pipe(output);
  child.stderr?.pipe(output);
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
    }
    rmSync(folder, { recursive: true, force: true });
  };
  const isReady = async () => (await fetch(`${origin}/readyz`).catch(() => null))?.status === 200;
  for (const started = performance.now(); !(await isReady()); await sleep(200)) {
    if (child.exitCode === null && performance.now() - started < patienceMs) continue;
    const said = readFileSync(logFile, 'utf8').slice(-2_000);
    await stop();
    throw new Error(`The site did not start:\n${said}`);
  }
  const { url, superuserUrl } = await embeddedPostgres(dataDir);
  const webPid = child.pid === undefined ? null : findChild(child.pid, 'web-process.ts');
  return { origin, webPid, supervisorPid: child.pid ?? null, databaseUrl: url, superuserUrl, environment, stop };
}
