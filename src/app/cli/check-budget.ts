/** The weight of a first visit, enforced by the build: a page that grows beyond it fails. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readManifest, scriptsOf } from '#app/pages/build-chunks.ts';
import type { RouteEntry } from '#app/pages/route.ts';
import { notFoundRoute } from '#app/pages/routes.ts';

/**
 * Compressed JavaScript of any public page's first visit, in bytes: 115 kB with the answers' headers, some
 * 400 bytes each.
 */
const maxScriptBytes = 110_000;
/** Owners and staff come to work, and come back, so their pages may load more. */
const maxWorkScriptBytes = 150_000;
const workPages = /^\/(account|dashboard|claim-business|add-business|edit-business|business-statistics|staff)(\/|$)/;

interface PageWeight {
  path: string;
  scriptBytes: number;
}

/**
 * The scripts that each route loads before anything is clicked, heaviest first. Needs the `.br` files beside
 * the scripts.
 */
export async function weighPages(clientFolder: string, routes: readonly RouteEntry[]): Promise<PageWeight[]> {
  const manifest = await readManifest(clientFolder);
  const weights = await Promise.all(
    [...routes, notFoundRoute].map(async ({ path, file }) => {
      const sizes = await Promise.all(
        scriptsOf(manifest, `src/routes/${file}`).scripts.map(
          async (script) => (await stat(join(clientFolder, `${script}.br`))).size,
        ),
      );
      return { path, scriptBytes: sizes.reduce((sum, size) => sum + size, 0) };
    }),
  );
  return weights.toSorted((a, b) => b.scriptBytes - a.scriptBytes);
}

/** @throws naming the pages that are too heavy */
export function checkBudget(weights: readonly PageWeight[]): void {
  const limit = (path: string) => (workPages.test(path) ? maxWorkScriptBytes : maxScriptBytes);
  const heavy = weights.filter(({ path, scriptBytes }) => scriptBytes > limit(path));
  if (heavy.length === 0) return;
  const list = heavy.map(
    ({ path, scriptBytes }) => `  ${path}: ${(scriptBytes / 1000).toFixed(1)} kB of ${limit(path) / 1000}`,
  );
  throw new Error(`These pages load more compressed JavaScript than they may:\n${list.join('\n')}`);
}
