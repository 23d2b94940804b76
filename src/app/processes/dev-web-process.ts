/**
 * The web process of `npm run dev`: the site's API and pages, with Vite in front for the page code, and
 * nothing stored.
 */
import { createServer } from 'node:http';
import { join } from 'node:path';
import { createServer as createVite } from 'vite';
import { createFront } from '#app/front/front.ts';
import { createRequestHandler } from '#app/front/request-handler.ts';
import { documentParts } from '#app/pages/page-shell.ts';
import { readCityPack } from '#server/city-pack.ts';
import { followCitySettings } from '#server/city-settings.ts';
import { createDatabase } from '#server/db/client.ts';
import { readEnv } from '#server/env.ts';
import { listenForChanges } from '#server/http/listen-for-changes.ts';
import { createMediaFiles } from '#server/http/media-files.ts';
import { PageCache } from '#server/http/page-cache.ts';
import { log } from '#server/log.ts';
import { filesOf } from '#server/storage/site-files.ts';

type Pages = typeof import('#app/pages/render-page.tsx');

const root = join(import.meta.dirname, '../../..');
const env = readEnv(process.env);
if (env.databaseUrl === undefined) throw new Error('a web process needs DATABASE_URL; npm run dev sets it');

const city = await readCityPack(env.cityPack);
const { db } = createDatabase(env.databaseUrl, { max: 10 });
// Its first connection reads the settings, too: this process starts before the database is ready.
const followSettings = () => void followCitySettings(db, city, log);
listenForChanges(env.databaseUrl, {
  onChange: (tags) => {
    if (tags.includes('city')) followSettings();
  },
  onMissed: followSettings,
  log,
});
const server = createServer();
const vite = await createVite({ root, server: { middlewareMode: true, hmr: { server } }, appType: 'custom' });
const loadPages = () => vite.ssrLoadModule('/src/app/pages/render-page.tsx') as Promise<Pages>;

const site = createRequestHandler(
  { db, city, env, log, now: () => new Date() },
  {
    render: async (...given) => (await loadPages()).renderPage(...given),
    wrap: async (page, surroundings) => {
      const parts = documentParts(
        page,
        surroundings,
        '<link rel="stylesheet" href="/src/web/styles/site.css">',
        `<script>document.documentElement.classList.add('with-fonts')</script><script type="module" src="/src/app/pages/hydrate-page.tsx"></script>`,
      );
      return [await vite.transformIndexHtml('/', parts.join(''))];
    },
  },
);
const front = createFront({
  site,
  cache: new PageCache({ maxBytes: 0, maxAgeMs: 0, keepAliveTimeoutMs: 0 }),
  storageKey: () => null,
  files: { serve: () => false },
  media: createMediaFiles({ city: join(root, 'dist/media', city.key), uploads: filesOf(env).uploads }, log),
  headers: {},
  log,
});

server.on('request', (request, response) => vite.middlewares(request, response, () => front(request, response)));
server.listen(env.port, env.host, () => process.send?.({ type: 'listening' }));

/**
 * Vite replaces page code by itself. For all other changes the process ends, and its supervisor starts the
 * next one.
 */
vite.watcher.add(join(root, 'cities'));
vite.watcher.on('change', (file) => {
  if (/\/(server|app|cities|shared)\//.test(file.slice(root.length)) && !file.endsWith('.tsx')) process.exit(0);
});

process.on('SIGTERM', () => process.exit(0));
process.on('disconnect', () => process.exit(0));
process.on('message', (message: { type?: string }) => {
  if (message.type === 'stop') process.exit(0);
});
