/** docs/security.md answers every requirement of ASVS 5.0, levels 1 and 2, and names tests that exist. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

/** The requirements of levels 1 and 2 by section; the numbers are those of the standard, which leaves out level 3. */
const requirements = `
V1.1 1 2
V1.2 1 2 3 4 5 6 7 8 9
V1.3 1 2 3 4 5 6 7 8 9 10 11
V1.4 1 2 3
V1.5 1 2
V2.1 1 2 3
V2.2 1 2 3
V2.3 1 2 3 4
V2.4 1
V3.2 1 2
V3.3 1 2 3 4
V3.4 1 2 3 4 5 6
V3.5 1 2 3 4 5
V3.7 1 2
V4.1 1 2 3
V4.2 1
V4.3 1 2
V4.4 1 2 3 4
V5.1 1
V5.2 1 2 3
V5.3 1 2
V5.4 1 2 3
V6.1 1 2 3
V6.2 1 2 3 4 5 6 7 8 9 10 11 12
V6.3 1 2 3 4
V6.4 1 2 3 4
V6.5 1 2 3 4 5
V6.6 1 2 3
V6.8 1 2 3 4
V7.1 1 2 3
V7.2 1 2 3 4
V7.3 1 2
V7.4 1 2 3 4 5
V7.5 1 2
V7.6 1 2
V8.1 1 2
V8.2 1 2 3
V8.3 1
V8.4 1
V9.1 1 2 3
V9.2 1 2 3 4
V10.1 1 2
V10.2 1 2
V10.3 1 2 3 4
V10.4 1 2 3 4 5 6 7 8 9 10 11
V10.5 1 2 3 4 5
V10.6 1 2
V10.7 1 2 3
V11.1 1 2
V11.2 1 2 3
V11.3 1 2 3
V11.4 1 2 3 4
V11.5 1
V11.6 1
V12.1 1 2 3
V12.2 1 2
V12.3 1 2 3 4
V13.1 1
V13.2 1 2 3 4 5
V13.3 1 2
V13.4 1 2 3 4 5
V14.1 1 2
V14.2 1 2 3 4
V14.3 1 2 3
V15.1 1 2 3
V15.2 1 2 3
V15.3 1 2 3 4 5 6 7
V16.1 1
V16.2 1 2 3 4 5
V16.3 1 2 3 4
V16.4 1 2 3
V16.5 1 2 3
V17.1 1
V17.2 1 2 3 4
V17.3 1 2
`;

const numbers = requirements
  .trim()
  .split('\n')
  .flatMap((line) => {
    const [section = '', ...places] = line.split(' ');
    return places.map((place) => `${section}.${place}`);
  });

const rows = Array.from(read('docs/security.md').matchAll(/^\| (V[\d.]+) \| ([^|]*) \| (.*) \|$/gm), ([, ...cells]) => {
  const [number = '', verdict = '', proof = ''] = cells;
  const tests = Array.from(
    proof.matchAll(/\[([^\]]+)\]\(\.\.\/([^)#]+\.test\.tsx?)\)/g),
    ([, title = '', file = '']) => ({
      title,
      file,
    }),
  );
  return { number, verdict, proof, tests };
});

it('has each requirement once, in order', () => {
  expect(rows.map(({ number }) => number)).toEqual(numbers);
});

it('has a verdict and a proof or reason for each', () => {
  const verdicts = ['met', 'not applicable', 'excepted'];
  expect(rows.filter(({ verdict, proof }) => !verdicts.includes(verdict) || proof.length < 5)).toEqual([]);
});

it('shows each requirement that is met by a test or by a document', () => {
  const without = rows.filter(({ verdict, proof }) => verdict === 'met' && !/\]\((#|\.\.\/|[\w-]+\.md)/.test(proof));
  expect(without).toEqual([]);
});

it('names tests that exist, by their titles', () => {
  const missing = rows.flatMap(({ number, tests }) =>
    tests
      .filter(({ title, file }) => !existsSync(path.join(root, file)) || !read(file).includes(title))
      .map(({ title, file }) => `${number}: ${file} has no test "${title}"`),
  );
  expect(missing).toEqual([]);
});
