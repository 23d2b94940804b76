/** Entry of the worker process: does the queued jobs until it is told to stop, whatever the database does meanwhile. */
import { setTimeout as sleep } from 'node:timers/promises';
import { jobs, schedules, startJobs } from '#app/wiring/jobs.ts';
import { watchMail } from '#features/conversations/server/watch-mail.ts';
import { followBucket } from '#server/backup/follow-bucket.ts';
import { readCityPack } from '#server/city-pack.ts';
import { followCitySettings } from '#server/city-settings.ts';
import { createDatabase } from '#server/db/client.ts';
import { readEnv } from '#server/env.ts';
import { listenForChanges } from '#server/http/listen-for-changes.ts';
import type { Services } from '#server/http/serve.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { type RunningJobs, runJobs } from '#server/jobs/run-jobs.ts';
import { log } from '#server/log.ts';
import { flushSecurityLog } from '#server/security-log.ts';
import { bucketStoreOf } from '#server/storage/site-files.ts';
import { startTracing } from '#server/tracing/start-tracing.ts';
import { minuteMs } from '#shared/times.ts';
import { onStop, report } from './talk-to-supervisor.ts';

/** Less than the supervisor's own 10 s, so that what still runs is given back to the queue in order. */
let patienceMs = 8_000;
// The supervisor was killed, and its successor waits for this process to leave the database.
process.once('disconnect', () => {
  patienceMs = 1_500;
});

const followMs = 10 * minuteMs;

const env = readEnv();
if (env.databaseUrl === undefined) throw new Error('the worker process needs DATABASE_URL; npm start sets it');
const { databaseUrl } = env;
const stopTracing = await startTracing(env, 'worker', log);
const city = await readCityPack(env.cityPack);
const database = createDatabase(databaseUrl, { max: 6, name: 'worker', statementTimeoutMs: minuteMs });
const services: Services = { db: database.db, city, env, log, now: () => new Date() };
const stopping = new AbortController();
const followSettings = () => void followCitySettings(database.db, city, log);
const changes = listenForChanges(databaseUrl, {
  onChange: (tags) => {
    if (tags.includes('city')) followSettings();
  },
  onMissed: followSettings,
  log,
});

async function startWithPatience(): Promise<RunningJobs | undefined> {
  for (let attempt = 0; !stopping.signal.aborted; attempt++) {
    try {
      const running = await runJobs(databaseUrl, services, { jobs, schedules });
      for (const job of startJobs) await enqueue(database.db, job, {}, { singletonKey: 'start' });
      return running;
    } catch (error) {
      const pauseMs = Math.min(5_000, 250 * 2 ** attempt);
      log.warn({ part: 'jobs', reason: (error as Error).message, pauseMs }, 'the job queue cannot be reached yet');
      await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }
  return undefined;
}

/** The night's backup is one machine's job; the others learn from the bucket that it is made. */
function followBackups(): void {
  const bucket = bucketStoreOf('backups', env);
  if (!env.backups?.inBucket || !bucket) return;
  const follow = () => followBucket(bucket, { dataDir: env.dataDir, pack: env.cityPack });
  setInterval(() => void follow().catch(() => undefined), followMs).unref();
}

followBackups();
const starting = startWithPatience();
onStop(async () => {
  stopping.abort();
  const running = await starting;
  await running?.stop(patienceMs);
  await changes.close();
  await flushSecurityLog(database.db).catch((error: unknown) =>
    log.warn({ err: error }, 'the last security rows were lost'),
  );
  await database.close();
  // Last, because a collector that hangs may use up the time: then spans are lost, and nothing else.
  await stopTracing();
});

if (await starting) {
  void watchMail(services, stopping.signal);
  log.info({ part: 'jobs' }, 'worker process is ready');
  report({ type: 'ready' });
}
