/** Keeps comments and names readable: CONTRIBUTING.md says how comments are written. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');

/** Folders whose comments are not rewritten yet. Take a folder out of this list when it is done; add none. */
const notYet = [
  'src/app/',
  'src/features/businesses/',
  'src/features/imports/',
  'src/server/backup/',
  'src/server/db/',
  'src/server/http/',
  'tests/api/',
  'tests/e2e/',
  'vite.config.ts',
  'vitest.config.ts',
  'src/shared/plain-form.ts',
  'src/server/city-settings.test.ts',
];

const files = execFileSync('git', ['ls-files', '-z', '*.ts', '*.tsx', '*.mjs', '*.css'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\0')
  .filter(
    (file) => file !== '' && existsSync(path.join(root, file)) && !notYet.some((folder) => file.startsWith(folder)),
  );

/** Lines as `file:line: text` that match. */
function linesWith(pattern: RegExp): string[] {
  return files.flatMap((file) =>
    readFileSync(path.join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, index) => (pattern.test(line) ? [`${file}:${index + 1}: ${line.trim()}`] : [])),
  );
}

test('no comment begins with a preposition or a question word', () => {
  expect(linesWith(/(?:\/\*\*?|\{\/\*|(?:^|\s)\/\/) (?:Of|By|Whoever|Whether|What|How|Who|Whose) /)).toEqual([]);
});

test('limits are called max and min', () => {
  expect(linesWith(/\b(?:const|let) (?:most|least|fewest)(?:[A-Z]\w*)? =/)).toEqual([]);
});

test('comments are spelled the American way', () => {
  const british =
    /(?:\/\*|\*|\/\/) .*\b(?:colour|neighbour|favour|behaviour|licen[c]e|recognise|centre|cancelled|labelled|grey)/;
  expect(linesWith(british).filter((line) => !/'cancelled'|`cancelled`|'Cancelled/.test(line))).toEqual([]);
});
