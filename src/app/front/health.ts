/** GET /healthz and /readyz: whether the process serves, and whether the database answers. */
import { sql } from 'drizzle-orm';
import type { Hono } from 'hono';
import type { CallBindings } from '#app/api/api.ts';
import { faultLevel } from '#server/being-set-up.ts';
import { migrationsApplied } from '#server/db/migrate.ts';
import { diskWarning } from '#server/disk.ts';
import type { ApiEnv, Services } from '#server/http/serve.ts';
import { describeError } from '#server/log.ts';
import { foreignKey, hasForeignKey } from '#server/site-secret.ts';
import { mayRead } from './metrics-endpoint.ts';

/** A load balancer hears after this time that the database does not answer. */
const readyMs = 2_000;

/** @throws when there is no answer in time; the request itself continues */
async function within<T>(ms: number, ask: () => Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`no answer within ${ms / 1000} s`)), ms);
  return Promise.race([ask(), promise]).finally(() => clearTimeout(timer));
}

const notMigrated = 'migrations are not applied yet';

async function whyNotReady({ db, env }: Pick<Services, 'db' | 'env'>): Promise<string | undefined> {
  try {
    return await within(readyMs, async () => {
      await db.execute(sql`select 1`);
      if (!(await migrationsApplied(db))) return notMigrated;
      return (await hasForeignKey(db)) ? foreignKey(env) : undefined;
    });
  } catch (error) {
    return `the database does not answer: ${describeError(error)}`;
  }
}

/** @param isLeaving true while this process is being replaced or stopped: it still answers, and load balancers look elsewhere */
export function mountHealth(app: Hono<ApiEnv>, services: Services, isLeaving: () => boolean = () => false): void {
  app.get('/healthz', (c) => c.text('ok'));
  let said: string | undefined;
  app.get('/readyz', async (c) => {
    if (isLeaving()) return c.text('leaving', 503);
    const reason = await whyNotReady(services);
    // Load balancers ask every few seconds: each reason is a line when it begins.
    // Missing migrations are expected at a first start and with a new release; a database that does not answer is a fault.
    const level = reason === notMigrated ? 'info' : faultLevel('warn');
    if (reason !== undefined && reason !== said) services.log[level]({ reason }, 'not ready');
    said = reason;
    // The database's own words may name hosts and accounts.
    const socketAddress = (c.env as CallBindings | undefined)?.incoming?.socket.remoteAddress;
    const isOperator = mayRead(socketAddress, c.req.raw.headers, services.env);
    const warning = isOperator ? diskWarning() : undefined;
    if (reason === undefined) return c.text(warning === undefined ? 'ok' : `ok, but ${warning}`);
    return c.text(isOperator ? reason : 'not ready', 503);
  });
}
