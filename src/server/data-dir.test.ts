import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
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

test('belongs to its account alone, also when an older release made it', () => {
  const path = join(folder, 'older');
  mkdirSync(join(path, 'outbox'), { recursive: true });
  writeFileSync(join(path, 'settings.json'), '{}');
  chmodSync(path, 0o755);
  chmodSync(join(path, 'outbox'), 0o755);
  chmodSync(join(path, 'settings.json'), 0o664);
  openDataDir(path);
  writeFileSync(join(path, 'outbox', 'new.eml'), '');
  mkdirSync(join(path, 'uploads'));
  const modes = ['.', 'outbox', 'settings.json', 'outbox/new.eml', 'uploads'].map(
    (entry) => statSync(join(path, entry)).mode & 0o777,
  );
  expect(modes.map((mode) => mode.toString(8))).toEqual(['700', '700', '600', '600', '700']);
});

test('a folder that others share by design stays shared', () => {
  const path = join(folder, 'shared');
  mkdirSync(path);
  chmodSync(path, 0o1777);
  openDataDir(path);
  expect((statSync(path).mode & 0o7777).toString(8)).toBe('1777');
});
