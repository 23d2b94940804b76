/** The time of an article comes while no worker runs: the next worker publishes it when it starts. */
import { eq } from 'drizzle-orm';
import { Client } from 'pg';
import { afterEach, expect, it, vi } from 'vitest';
import { jobs, schedules } from '#app/wiring/jobs.ts';
import { publishArticle } from '#features/articles/server/publish-article.ts';
import { publishDue } from '#features/articles/server/publish-due.ts';
import { articles, auditLog } from '#server/db/schema/index.ts';
import { changeChannel } from '#server/http/announce-change.ts';
import { type RunningJobs, runJobs } from '#server/jobs/run-jobs.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { anArticle } from '#tests/factories/an-article.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';

const database = testDatabase();
let worker: RunningJobs | undefined;
afterEach(async () => {
  await worker?.stop(2000);
  worker = undefined;
});

const startWorker = async () => {
  const mine = jobs.filter(({ job }) => job.name === publishDue.name);
  worker = await runJobs(database.url, testServices(database), { jobs: mine, schedules: [] });
};

it('catches up after a restart, tells every process, and does so once', async () => {
  const { db, pool } = database;
  await startWorker();
  await worker?.stop(2000);
  const { id } = await anArticle(db, { published: false, publishAt: null });
  const { id: actorId } = await aUser(db, { role: 'staff' });
  const publishAt = new Date(Date.now() + 3_600_000);
  await publishArticle(db, { id, version: 1, publishAt, actorId, now: new Date() });
  // The time passes while no worker runs.
  await pool.query("update articles set publish_at = publish_at - interval '2 hours'");
  await pool.query("update pgboss.job set start_after = start_after - interval '2 hours' where name = $1", [
    publishDue.name,
  ]);

  const heard: string[] = [];
  const listener = new Client({ connectionString: database.url });
  await listener.connect();
  try {
    listener.on('notification', ({ payload }) => heard.push(...(JSON.parse(payload ?? '[]') as string[])));
    await listener.query(`listen ${changeChannel}`);
    await startWorker();
    await vi.waitFor(() => expect(heard).toEqual(expect.arrayContaining(['articles', 'missing', `article:${id}`])), {
      timeout: 12_000,
      interval: 50,
    });
  } finally {
    await listener.end();
  }
  const [row] = await db.select().from(articles).where(eq(articles.id, id));
  expect(row?.liveSince).toEqual(row?.publishAt);
  const said = await db.select().from(auditLog).where(eq(auditLog.action, 'article.went-live'));
  expect(said).toMatchObject([{ actorId: null, subjectId: id }]);
});

it('is looked after each minute, whatever became of the job', () => {
  expect(schedules.find(({ job }) => job.name === publishDue.name)?.cron).toBe('* * * * *');
});
