import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
// @ts-expect-error plain JavaScript without types
import { hashInputs } from './steps/hash-inputs.mjs';

let root = '';
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'inputs-'));
});
afterAll(() => rmSync(root, { recursive: true }));

const hash = (): string => hashInputs(root, ['cities', 'missing']);
function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

it('a build is anew for what a page shows, and not for what git and npm keep in a pack', () => {
  write('cities/my-town/city.json', '{}');
  const built = hash();
  // A folder for a repository, a file for a worktree or a submodule.
  write('cities/my-town/.git/HEAD', 'ref: refs/heads/main');
  write('cities/other-town/.git', 'gitdir: ../../.git/modules/other-town');
  write('cities/my-town/node_modules/sharp/index.js', '');
  write('cities/my-town/pack.test.ts', '');
  expect(hash()).toBe(built);
  write('cities/my-town/.github.json', '{}');
  const again = hash();
  expect(again).not.toBe(built);
  write('cities/my-town/city.json', '{"name":"My Town"}');
  expect(hash()).not.toBe(again);
});
