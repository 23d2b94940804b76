import { existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openDataDir } from './data-dir.ts';

const folder = mkdtempSync(join(tmpdir(), 'data dir '));
afterAll(() => rmSync(folder, { recursive: true }));

test('is made with the folders above it, once', () => {
  const path = join(folder, 'a/b/c');
  openDataDir(path);
  openDataDir(path);
  expect(existsSync(path)).toBe(true);
});

test('one that cannot be is refused in a line that names it', () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  symlinkSync(join(folder, 'gone'), join(folder, 'link'));
  for (const path of [file, join(file, 'below'), join(folder, 'link')]) {
    expect(() => openDataDir(path)).toThrow(`DATA_DIR is ${JSON.stringify(path)}, which `);
  }
});

test.runIf(process.platform === 'linux')('a folder that takes no others is refused at once', () => {
  expect(() => openDataDir('/proc/data')).toThrow('DATA_DIR is "/proc/data", which ');
});
