/**
 * Loaded into every program. Without it, Node reads a package's whole list of exports for each import of the
 * package and for each of its files; drizzle-orm has a list of 179 kB and many files, which took half of the
 * site's start (docs/decisions/0029-resolve-once.md).
 */
import nodeModule from 'node:module';

const packages = '/node_modules/';
const ofDrizzle = `${packages}drizzle-orm/`;
const known = new Map();

function resolve(specifier, context, next) {
  const from = context.parentURL ?? '';
  // All of its imported files are modules.
  if (specifier.startsWith('./') || specifier.startsWith('../')) {
    if (!from.includes(ofDrizzle) || !specifier.endsWith('.js') || !context.conditions.includes('import'))
      return next(specifier, context);
    return { url: new URL(specifier, from).href, format: 'module', shortCircuit: true };
  }
  // The project has one folder of packages, so the answer is the same for all of its own files.
  if (!/^(@|\w)/.test(specifier) || specifier.includes(':') || !from.startsWith('file:') || from.includes(packages))
    return next(specifier, context);
  const key = `${specifier} ${context.conditions.join()} ${JSON.stringify(context.importAttributes ?? {})}`;
  const found = known.get(key) ?? next(specifier, context);
  known.set(key, found);
  return { ...found, shortCircuit: true };
}

// An older Node may run a program that is started from here.
nodeModule.registerHooks?.({ resolve });
