import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

interface Package {
  /** URL of the package; npm leaves it out for packages of the default registry. */
  resolved?: string;
  integrity?: string;
  /** Comes inside another package, whose checksum covers it. */
  inBundle?: boolean;
}

const read = (file: string) => JSON.parse(readFileSync(path.join(import.meta.dirname, '..', file), 'utf8'));
const { packages } = read('package-lock.json') as { packages: Record<string, Package> };

it('come from the npm registry, each with a checksum', () => {
  const others = Object.entries(packages).filter(([name, { resolved, integrity, inBundle }]) => {
    if (name === '' || inBundle) return false;
    const isElsewhere = resolved !== undefined && !resolved.startsWith('https://registry.npmjs.org/');
    return isElsewhere || !integrity?.startsWith('sha512-');
  });
  expect(others).toEqual([]);
});

it('are pinned to one version', () => {
  const { dependencies, devDependencies, optionalDependencies } = read('package.json') as Record<
    string,
    Record<string, string>
  >;
  const versions = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies });
  expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
});
