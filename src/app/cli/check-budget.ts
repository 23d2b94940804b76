/** The weight of a first visit, enforced by the build: a page that grows beyond it fails. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readManifest, scriptsOf } from '#app/pages/build-chunks.ts';
import type { RouteEntry } from '#app/pages/route.ts';
import { notFoundRoute } from '#app/pages/routes.ts';

/**
 * Compressed JavaScript of any public page's first visit, in bytes: 60 kB with the answers' headers, some
 * 500 bytes each.
 */
const maxScriptBytes = 55_000;
/** A page that search engines lead to may load as many: each is a request, with some 500 bytes of headers. */
const maxScripts = 7;
/** Owners and staff come to work, and come back, so their pages may load more. */
const maxWorkScriptBytes = 80_000;
const workPages =
  /^\/(account|dashboard|claim-business|add-business|edit-business|business-statistics|business-(offers|news)|staff)(\/|$)/;

interface PageWeight {
  path: string;
  isIndexed: boolean;
  scripts: number;
  scriptBytes: number;
}

/**
 * The scripts that each route loads before anything is clicked, heaviest first. Needs the `.br` files beside
 * the scripts.
 */
export async function weighPages(clientFolder: string, routes: readonly RouteEntry[]): Promise<PageWeight[]> {
  const manifest = await readManifest(clientFolder);
  const weights = await Promise.all(
    [...routes, notFoundRoute].map(async ({ path, file, isIndexed = false }) => {
      const { scripts } = scriptsOf(manifest, `src/routes/${file}`);
      const sizes = await Promise.all(
        scripts.map(async (script) => (await stat(join(clientFolder, `${script}.br`))).size),
      );
      return { path, isIndexed, scripts: scripts.length, scriptBytes: sizes.reduce((sum, size) => sum + size, 0) };
    }),
  );
  return weights.toSorted((a, b) => b.scriptBytes - a.scriptBytes);
}

const mapEntry = 'src/features/maps/web/open-map.ts';
/** The map's library with its worker, compressed. A visitor who opens a map loads it once. */
const maxMapBytes = 420_000;

/** @throws when the map weighs more than it may, or when a page loads it before it is opened */
export async function checkMapBudget(clientFolder: string, routes: readonly RouteEntry[]): Promise<void> {
  const manifest = await readManifest(clientFolder);
  const chunk = manifest[mapEntry];
  if (chunk === undefined) throw new Error(`the build has no ${mapEntry}`);
  const early = routes.find(({ file }) => scriptsOf(manifest, `src/routes/${file}`).scripts.includes(chunk.file));
  if (early) throw new Error(`${early.path} loads the map before anybody opens it`);
  const worker = (chunk.assets ?? []).filter((file) => /worker.*\.m?js$/.test(file));
  if (worker.length !== 1) throw new Error(`the map has ${worker.length} workers instead of one`);
  const sizes = await Promise.all(
    [chunk.file, ...worker].map(async (file) => (await stat(join(clientFolder, `${file}.br`))).size),
  );
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  if (bytes <= maxMapBytes) return;
  throw new Error(`The map loads ${(bytes / 1000).toFixed(1)} kB of ${maxMapBytes / 1000} of compressed JavaScript`);
}

/** @throws naming the pages that are too heavy, or in too many pieces */
export function checkBudget(weights: readonly PageWeight[]): void {
  const torn = weights.filter(({ isIndexed, scripts }) => isIndexed && scripts > maxScripts);
  if (torn.length > 0) {
    const list = torn.map(({ path, scripts }) => `  ${path}: ${scripts} scripts of ${maxScripts}`).join('\n');
    throw new Error(`These pages load more scripts than they may; join the small ones in vite.config.ts:\n${list}`);
  }
  const limit = (path: string) => (workPages.test(path) ? maxWorkScriptBytes : maxScriptBytes);
  const heavy = weights.filter(({ path, scriptBytes }) => scriptBytes > limit(path));
  if (heavy.length === 0) return;
  const list = heavy.map(
    ({ path, scriptBytes }) => `  ${path}: ${(scriptBytes / 1000).toFixed(1)} kB of ${limit(path) / 1000}`,
  );
  throw new Error(`These pages load more compressed JavaScript than they may:\n${list.join('\n')}`);
}
