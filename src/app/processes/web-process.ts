/** Entry of a web process: /api goes to the API, every other path becomes a page. */
import { createServer } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { servedEndpoints } from '#app/api/api.ts';
import { openAccessLog } from '#app/front/access-log.ts';
import { createFront, findDirectly } from '#app/front/front.ts';
import { createRouteNames, mountMetrics } from '#app/front/metrics-endpoint.ts';
import { createRequestHandler, type PageRenderer } from '#app/front/request-handler.ts';
import { SharedAnswers, sharedMaxAgeMs } from '#app/front/shared-answers.ts';
import { createStorageKey } from '#app/front/storage-key.ts';
import { traceRequests } from '#app/front/trace-requests.ts';
import { readPageShell, startScript, themeScript } from '#app/pages/page-shell.ts';
import { beginSetUp, endSetUp } from '#server/being-set-up.ts';
import { readCityPack } from '#server/city-pack.ts';
import { followCitySettings, refreshCity } from '#server/city-settings.ts';
import { flushAllCounts } from '#server/counts/count-buffer.ts';
import { createDatabase } from '#server/db/client.ts';
import { createReplicaReads } from '#server/db/replica-reads.ts';
import { watchDisk } from '#server/disk.ts';
import { readEnv } from '#server/env.ts';
import { answerDirectly } from '#server/http/answer-directly.ts';
import { continueInOrder } from '#server/http/continue-in-order.ts';
import { createFreshnessCheck } from '#server/http/fresh-reads.ts';
import { countAsSource, followKept, forgetKept } from '#server/http/kept-until-change.ts';
import { lettingFinish } from '#server/http/let-finish.ts';
import { listenForChanges } from '#server/http/listen-for-changes.ts';
import { createMediaFiles } from '#server/http/media-files.ts';
import { dropAfterOwnChanges } from '#server/http/own-changes.ts';
import { PageCache } from '#server/http/page-cache.ts';
import { paymentOrigins, policyHeader, securityHeaders } from '#server/http/security-headers.ts';
import { readStaticFiles } from '#server/http/static-files.ts';
import { log } from '#server/log.ts';
import { createMetrics } from '#server/metrics.ts';
import { flushSecurityLog } from '#server/security-log.ts';
import { filesOf } from '#server/storage/site-files.ts';
import { isTracing } from '#server/tracing/spans.ts';
import { startTracing } from '#server/tracing/start-tracing.ts';
import { minuteMs } from '#shared/times.ts';
import { clusterMetrics } from './cluster-metrics.ts';
import { giveBackAtRest } from './memory-at-rest.ts';
import { type OrderFromSupervisor, onStop, report } from './talk-to-supervisor.ts';

const distFolder = join(import.meta.dirname, '../../../dist');
/** Less than the supervisor's 10 s: afterwards counts are written and the database connections closed. */
const patienceMs = 8_000;
const keepAliveTimeoutMs = 65_000;

if (process.connected && process.env.SUCCEEDS_ANOTHER === undefined) {
  beginSetUp();
  process.on('message', (order: OrderFromSupervisor) => {
    if (order?.type === 'prepared') endSetUp();
  });
}
const env = readEnv(process.env);
if (env.databaseUrl === undefined) throw new Error('a web process needs DATABASE_URL; npm start sets it');

const stopTracing = await startTracing(env, 'web', log);
const city = await readCityPack(env.cityPack);
const primary = createDatabase(env.poolerUrl ?? env.databaseUrl, { max: 10, isPooler: env.poolerUrl !== undefined });
const { db, pool, isInDoubt } = primary;
const reads = env.readUrl === undefined ? undefined : createReplicaReads({ url: env.readUrl, primary, max: 10 });
if (reads !== undefined) countAsSource(reads.db, db);
const shell = await readPageShell(distFolder);
const pages = (await import(
  pathToFileURL(join(distFolder, 'pages/render-page.js')).href
)) as typeof import('#app/pages/render-page.tsx');
const policy = { inlineScripts: [themeScript, startScript], isHttps: env.siteUrl.startsWith('https:') };
const renderer: PageRenderer = {
  render: pages.renderPage,
  wrap: shell.wrap,
  policies: new Map(
    Object.entries(shell.firstStyles).map(([file, inlineStyle]) => [
      file,
      securityHeaders({ ...policy, inlineStyle })[policyHeader] ?? '',
    ]),
  ),
};

const shared = new SharedAnswers();
// A page lives for a minute: space for 1,400 requested pages, or all pages of a small town.
const cache = new PageCache({ maxBytes: 12 * 1024 * 1024, maxAgeMs: minuteMs - sharedMaxAgeMs, keepAliveTimeoutMs });
followKept();
function dropTags(tags: string[]): void {
  reads?.noteChange();
  forgetKept(tags);
  shared.dropTags(tags);
  cache.dropTags(tags);
}
function expireAll(): void {
  reads?.noteChange();
  forgetKept();
  shared.dropAll();
  cache.expireAll();
}
// The change announces itself as well, so a database that goes away now does not keep the answer waiting.
dropAfterOwnChanges(async (tags) => {
  if (tags.includes('city')) await refreshCity(db, city).catch(() => undefined);
  dropTags(tags);
});
const changes = listenForChanges(env.databaseUrl, {
  onChange: (tags) => {
    dropTags(tags);
    // Also drops pages that were made before the new settings were read.
    if (tags.includes('city')) void followCitySettings(db, city, log).then(() => dropTags(['city']));
  },
  // Its first connection reads the settings too, so nobody has to wait for the database before listening.
  onMissed: () => {
    expireAll();
    void followCitySettings(db, city, log).then(expireAll);
  },
  log,
});
watchDisk(env.dataDir);
const metrics = createMetrics({ db, pool, cache, dataDir: env.dataDir, reads });
const routeName = createRouteNames();
const collectMetrics = env.webConcurrency > 1 ? clusterMetrics(metrics.registry) : undefined;
const services = { db, reads: reads?.db, city, env, log, now: () => new Date() };
const site = createRequestHandler(services, renderer, {
  mountMore: (app) => mountMetrics(app, services, metrics, collectMetrics),
  shared,
  isLeaving: () => leaving.isLeaving(),
});
const { noteAnswer } = giveBackAtRest();
const isFreshDue = reads && createFreshnessCheck(env);
const front = createFront({
  site,
  cache,
  files: await readStaticFiles(join(distFolder, 'client'), join(distFolder, 'former-client')),
  media: createMediaFiles({ city: join(distFolder, 'media', city.key), uploads: filesOf(env).uploads }, log),
  headers: securityHeaders(policy),
  paymentHeaders: securityHeaders(policy, paymentOrigins(env.stripe)),
  storageKey: createStorageKey(servedEndpoints),
  isDatabaseInDoubt: isInDoubt,
  isFreshDue,
  isProxyTrusted: env.trustProxy > 0,
  log,
  onAnswer: (path, ...rest) => {
    noteAnswer();
    metrics.countAnswer(routeName(path), ...rest);
  },
});
const secretPaths = servedEndpoints.flatMap(({ endpoint: { path } }) =>
  path.endsWith('/{token}') ? [path.slice(0, -'{token}'.length)] : [],
);
const accessLog =
  env.accessLog === undefined
    ? undefined
    : openAccessLog({ file: env.accessLog, trustedProxies: env.trustProxy, secretPaths, log });
const logged = accessLog?.around(front) ?? front;
const isProxyTrusted = env.trustProxy > 0;
const listener = isTracing() ? traceRequests(logged, { routeName, isProxyTrusted }) : logged;
const server = createServer(
  {
    keepAliveTimeout: keepAliveTimeoutMs,
    headersTimeout: 15_000,
    // 10 MB of photo over a slow phone, 50 MB of an import over a town hall's line.
    requestTimeout: 120_000,
    // A request without a body is not made a stream, which would take a fifth of the time of a stored answer.
    optimizeEmptyRequests: true,
  },
  listener,
);
continueInOrder(server, listener);

const leaving = lettingFinish(server);
// The access log and traces follow what node:http answers.
if (listener === front)
  answerDirectly(server, { find: findDirectly({ cache, isFreshDue }), isLeaving: leaving.isLeaving });
// Visitors of a site that runs already must not see it as it was before its staff changed its settings.
if (process.env.SUCCEEDS_ANOTHER !== undefined) await refreshCity(db, city).catch(() => undefined);
server.listen({ port: env.port, host: env.host }, () => {
  log.info({ port: env.port }, 'web process listens');
  report({ type: 'listening' });
});

onStop(async () => {
  await Promise.race([leaving.finish(), sleep(patienceMs)]);
  await accessLog?.close();
  await changes.close();
  await flushAllCounts(db).catch((error: unknown) => log.warn({ err: error }, 'the last counts were lost'));
  await flushSecurityLog(db).catch((error: unknown) => log.warn({ err: error }, 'the last security rows were lost'));
  await reads?.close();
  await primary.close();
  // Last, because a collector that hangs may use up the time: then spans are lost, and nothing else.
  await stopTracing();
}, leaving.retire);
