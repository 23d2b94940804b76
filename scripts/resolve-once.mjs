/**
 * Loaded into every program. Node reads a package's whole list of exports again for each import of the package and for each of its files
 * that it loads; drizzle-orm's list is 179 kB and its files are many, which was half of the time in which the site starts.
 */
import nodeModule from 'node:module';

const packages = '/node_modules/';
const ofDrizzle = `${packages}drizzle-orm/`;
const known = new Map();

function resolve(specifier, context, next) {
  const from = context.parentURL ?? '';
  // All its files that are imported are modules.
  if (specifier.startsWith('./') || specifier.startsWith('../')) {
    if (!from.includes(ofDrizzle) || !specifier.endsWith('.js') || !context.conditions.includes('import'))
      return next(specifier, context);
    return { url: new URL(specifier, from).href, format: 'module', shortCircuit: true };
  }
  // The project has one folder of packages: whichever of its own files asks, the answer is the same.
  if (!/^(@|\w)/.test(specifier) || specifier.includes(':') || !from.startsWith('file:') || from.includes(packages))
    return next(specifier, context);
  const key = `${specifier} ${context.conditions.join()} ${JSON.stringify(context.importAttributes ?? {})}`;
  const found = known.get(key) ?? next(specifier, context);
  known.set(key, found);
  return { ...found, shortCircuit: true };
}

// A program that is started from here may be run by an older Node.
nodeModule.registerHooks?.({ resolve });
