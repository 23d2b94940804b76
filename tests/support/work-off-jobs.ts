import { sql } from 'drizzle-orm';
import { jobs } from '#app/wiring/jobs.ts';
import type { Services } from '#server/http/serve.ts';

interface Waiting extends Record<string, unknown> {
  id: string;
  name: string;
  data: unknown;
  created_on: string;
}

/**
 * Runs the queued jobs in this process, later ones too, until only mails are left. A job that fails, fails
 * the test.
 */
export async function workOffJobs(services: Services): Promise<void> {
  const known = new Map(jobs.map((bound) => [bound.job.name, bound]));
  known.delete('send-mail');
  for (;;) {
    const { rows } = await services.db.execute<Waiting>(sql`
      delete from pgboss.job where id = (
        select id from pgboss.job where name in ${[...known.keys()]} and state < 'active' order by created_on, id limit 1
      ) returning id, name, data, created_on`);
    const [row] = rows;
    if (row === undefined) return;
    const run = { ...services, jobId: row.id, queuedAt: new Date(row.created_on), retryCount: 0 };
    await known.get(row.name)?.run(row.data, run);
  }
}
