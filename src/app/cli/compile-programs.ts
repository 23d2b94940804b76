/** Makes Node load the site's programs before their first start, without running them. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { webFlags } from '#app/processes/node-flags.ts';

const root = join(import.meta.dirname, '../../..');
const programs = [
  'src/app/cli/start.ts',
  'src/app/cli/prepare.ts',
  // These two are loaded by the one above while it runs.
  'src/app/cli/prepare-database.ts',
  'src/server/db/migrate.ts',
  'src/app/processes/web-process.ts',
  'src/app/processes/worker-process.ts',
  'sandbox/stripe/main.ts',
];
/** All imports are loaded before the first one runs, so this exits before any program starts. */
const leave = 'data:text/javascript,process.exit(0)';

/**
 * Fills Node's compile cache, which NODE_COMPILE_CACHE names. Otherwise each process strips the types from
 * all files at its first start, and the stripper stays in its memory: 20 to 50 MB.
 */
export async function compilePrograms(): Promise<void> {
  const files = programs.map((file) => join(root, file)).filter((file) => existsSync(file));
  const imports = [leave, ...files.map((file) => pathToFileURL(file).href)]
    .map((url) => `import ${JSON.stringify(url)};`)
    .join('');
  // V8 keeps a separate cache for each set of flags.
  const load = (flags: readonly string[]) =>
    promisify(execFile)(process.execPath, [...flags, '--input-type=module', '--eval', imports]);
  await Promise.all([load([]), load(webFlags)]);
}
