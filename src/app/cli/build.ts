/**
 * Builds the site: pictures, scripts and styles for the browser, pages for the server; then compiles its
 * programs.
 */
import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { routes } from '#app/pages/routes.ts';
import { buildIcons } from './build-icons.ts';
import { buildPictures } from './build-pictures.ts';
import { checkBudget, checkMapBudget, weighPages } from './check-budget.ts';
import { compilePrograms } from './compile-programs.ts';
import { compressFiles } from './compress-files.ts';
import { writeFirstStyles } from './first-styles.ts';

const client = join(import.meta.dirname, '../../../dist/client');
const former = join(import.meta.dirname, '../../../dist/former-client');

await buildPictures(undefined, console.log);
// The site may run, and be reloaded while visitors have pages of the former build.
if (existsSync(client)) {
  rmSync(former, { recursive: true, force: true });
  renameSync(client, former);
}
await build({ logLevel: 'warn' });
await buildIcons(client);
await compressFiles(client);
await writeFirstStyles(client);
const weights = await weighPages(client, routes);
checkBudget(weights);
await checkMapBudget(client, routes);
const [heaviest] = weights;
if (heaviest)
  console.log(
    `The heaviest page, ${heaviest.path}, loads ${(heaviest.scriptBytes / 1000).toFixed(1)} kB of JavaScript`,
  );
await build({ logLevel: 'warn', build: { ssr: 'src/app/pages/render-page.tsx' } });
await compilePrograms();
