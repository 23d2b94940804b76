/** GET /metrics: checks who may read it, and adds up the counts of several web processes. */
import { timingSafeEqual } from 'node:crypto';
import type { Hono } from 'hono';
import { type CallBindings, servedEndpoints } from '#app/api/api.ts';
import { pathPattern } from '#app/api/path-pattern.ts';
import { routes } from '#app/pages/routes.ts';
import { isOnThisMachine } from '#server/env.ts';
import type { ApiEnv, Services } from '#server/http/serve.ts';
import type { Metrics } from '#server/metrics.ts';

/** @param collect the text of all processes; undefined for this one only */
export function mountMetrics(
  app: Hono<ApiEnv>,
  services: Services,
  metrics: Metrics,
  collect: () => Promise<string> = () => metrics.registry.metrics(),
): void {
  app.get('/metrics', async (c) => {
    const socketAddress = (c.env as CallBindings | undefined)?.incoming?.socket.remoteAddress;
    if (!mayRead(socketAddress, c.req.raw.headers, services.env)) {
      return c.text('Only with the token of METRICS_TOKEN; on localhost from the machine itself, too.', 403);
    }
    return c.body(await collect(), 200, { 'Content-Type': metrics.registry.contentType });
  });
}

const loopback = /^(127(\.\d{1,3}){3}|::1|::ffff:127(\.\d{1,3}){3})$/;
const proxyHeaders = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'];

/**
 * Allowed with the token from anywhere. Without it only directly from this machine, and only where nobody else reaches the
 * site: a proxy on the same machine forwards strangers' requests from a loopback address, and not each says so in a header.
 */
export function mayRead(
  socketAddress: string | undefined,
  headers: Headers,
  env: Pick<Services['env'], 'metricsToken' | 'siteUrl' | 'trustProxy'>,
): boolean {
  const given = /^Bearer (\S+)$/i.exec(headers.get('authorization') ?? '')?.[1];
  if (env.metricsToken !== undefined && given !== undefined && isSame(given, env.metricsToken)) return true;
  if (env.trustProxy > 0 || !isOnThisMachine(env.siteUrl)) return false;
  if (proxyHeaders.some((name) => headers.has(name))) return false;
  return socketAddress !== undefined && loopback.test(socketAddress);
}

function isSame(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Makes a function from paths to the few names under which answers are counted. */
export function createRouteNames(): (path: string) => string {
  // Reads come first: GET /api/businesses/{slug} and PUT /api/businesses/{id} match the same paths and count
  // as the former.
  const calls = servedEndpoints.map(({ endpoint }) => endpoint);
  const paths = [
    ...[...calls.filter(({ method }) => method === 'GET'), ...calls].map(({ path }) => path),
    ...routes.map(({ path }) => path.replace(/:(\w+)/g, '{$1}')),
    '/og/{kind}/{file}',
    '/maps/{shape}/{zoom}/{file}',
    '/tiles/{zoom}/{x}/{file}',
    '/sitemaps/{file}',
    '/feeds/{file}',
    '/healthz',
    '/readyz',
    '/metrics',
  ];
  // Most paths are a name themselves; trying two hundred patterns took 2 % of making a page.
  const names = new Set(paths);
  const patterns = [...names]
    .filter((name) => name.includes('{'))
    .map((name) => ({ name, pattern: pathPattern(name) }));
  return (path) => (names.has(path) ? path : (patterns.find(({ pattern }) => pattern.test(path))?.name ?? 'other'));
}
