import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { featureOrder } from './feature-order.ts';

const files = globSync('src/features/*/**/*.{ts,tsx}').filter((file) => !file.includes('.test.'));
const nameOf = (file: string) => file.split('/')[2] ?? '';

it('each feature names only features above it', () => {
  const names = featureOrder.map(([feature]) => feature);
  for (const [at, [feature, mayImport]] of featureOrder.entries()) {
    expect(
      mayImport.filter((other) => !names.slice(0, at).includes(other)),
      feature,
    ).toEqual([]);
  }
});

it('no feature imports one that it does not name, and each arrow is used', () => {
  const used = new Map<string, Set<string>>();
  for (const file of files) {
    const imported = used.get(nameOf(file)) ?? new Set<string>();
    for (const [, other = ''] of readFileSync(file, 'utf8').matchAll(/'#features\/([\w-]+)\//g)) {
      if (other !== nameOf(file)) imported.add(other);
    }
    used.set(nameOf(file), imported);
  }
  const sorted = (table: Iterable<readonly [string, Iterable<string>]>) =>
    Object.fromEntries([...table].map(([feature, others]) => [feature, [...others].toSorted()]));
  expect(sorted(used)).toEqual(sorted(featureOrder));
});

it('reaches other features by #features alone, so that the table sees every arrow', () => {
  const around = files.filter((file) => {
    const up = '../'.repeat(file.split('/').length - 3);
    return readFileSync(file, 'utf8').includes(`'${up}`);
  });
  expect(around).toEqual([]);
});
