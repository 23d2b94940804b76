import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { clearRestoreLeftovers } from './restore-leftovers.ts';

let folder = '';
const inFolder = (name: string) => join(folder, name);
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'a restore '));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('clears away what a killed restore left, and makes up for its last step', async () => {
  const uploads = inFolder('data/uploads');
  const gone = 2 ** 22 - 3;
  for (const name of ['uploads', `uploads.new-${gone}`, `uploads.old-${gone - 1}`, `uploads.new-${process.ppid}`]) {
    mkdirSync(inFolder(`data/${name}`), { recursive: true });
  }
  await clearRestoreLeftovers(uploads);
  expect(readdirSync(inFolder('data')).sort()).toEqual(['uploads', `uploads.new-${process.ppid}`]);
  rmSync(uploads, { recursive: true });
  for (const name of [`uploads.new-${gone}`, `uploads.old-${gone}`]) {
    mkdirSync(inFolder(`data/${name}`));
    writeFileSync(inFolder(`data/${name}/${name.slice(8, 11)}`), '');
  }
  await clearRestoreLeftovers(uploads);
  expect(readdirSync(uploads)).toEqual(['new']);
  expect(readdirSync(inFolder('data')).sort()).toEqual(['uploads', `uploads.new-${process.ppid}`]);
});
