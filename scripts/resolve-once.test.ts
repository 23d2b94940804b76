import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const run = promisify(execFile);
const hook = new URL('./resolve-once.mjs', import.meta.url).href;

/**
 * Runs a program that counts how often Node itself resolves, then loads the hook; returns the JSON it prints.
 */
async function told(program: string): Promise<unknown> {
  const counting = `
    import { registerHooks } from 'node:module';
    const asked = [];
    registerHooks({ resolve: (specifier, context, next) => (asked.push(specifier), next(specifier, context)) });
    await import(${JSON.stringify(hook)});
    asked.length = 0;`;
  const { NODE_OPTIONS: _, ...env } = process.env;
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', counting + program], { env });
  return JSON.parse(stdout);
}

/** Code that makes Node see two modules of the project. */
const two = `
    const url = (code) => new URL('./' + code + '.ts', ${JSON.stringify(import.meta.url)}).href;
    const { registerHooks: register } = await import('node:module');
    register({
      resolve: (specifier, context, next) =>
        specifier.startsWith('own-') ? { url: url(specifier), format: 'module', shortCircuit: true } : next(specifier, context),
      load: (at, context, next) =>
        at.includes('/own-')
          ? { format: 'module', shortCircuit: true, source: "export { eq } from 'drizzle-orm'; export { pgTable } from 'drizzle-orm/pg-core';" }
          : next(at, context),
    });`;

test('a package is looked for once, whoever imports it, and its own files are not looked for at all', async () => {
  const { asked, same, kind } = (await told(`${two}
    const [one, other] = [await import('own-1'), await import('own-2')];
    console.log(JSON.stringify({
      asked: asked.filter((name) => !/^(node:|own-)/.test(name)),
      same: one.eq === other.eq && one.pgTable === other.pgTable,
      kind: typeof one.pgTable,
    }));`)) as { asked: string[]; same: boolean; kind: string };
  expect(asked).toEqual(['drizzle-orm', 'drizzle-orm/pg-core']);
  expect({ same, kind }).toEqual({ same: true, kind: 'function' });
});

test('what is not there is refused as ever, and require finds its own form of a package', async () => {
  const seen = await told(`
    import { createRequire } from 'node:module';
    const code = (name) => import(name).then(() => 'found', (error) => error.code);
    const require = createRequire(${JSON.stringify(import.meta.url)});
    console.log(JSON.stringify({
      package: await code('no-such-package'),
      again: await code('no-such-package'),
      subpath: await code('drizzle-orm/no-such-part'),
      required: typeof require('drizzle-orm').eq,
      imported: typeof (await import('drizzle-orm')).eq,
    }));`);
  expect(seen).toEqual({
    package: 'ERR_MODULE_NOT_FOUND',
    again: 'ERR_MODULE_NOT_FOUND',
    subpath: 'ERR_PACKAGE_PATH_NOT_EXPORTED',
    required: 'function',
    imported: 'function',
  });
});
