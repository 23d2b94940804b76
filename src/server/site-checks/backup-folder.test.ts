import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { readEnv } from '#server/env.ts';
import { checkBackupFolder } from './machine-checks.ts';

const folder = mkdtempSync(join(tmpdir(), 'backup folder '));
afterAll(() => rmSync(folder, { recursive: true }));

const check = (BACKUP_DIR?: string) => checkBackupFolder(readEnv({ BACKUP_DIR }));

it('is tried with a file that does not stay, and made for no longer than that', async () => {
  expect([await check(), await check(folder), await check(join(folder, 'new/er'))]).toEqual([[], [], []]);
  expect(readdirSync(folder)).toEqual([]);
});

it('that cannot be written is said at once, with what to do', async () => {
  const file = join(folder, 'a file');
  writeFileSync(file, '');
  for (const wrong of [file, join(file, 'below'), '/proc/x']) {
    expect(await check(wrong)).toMatchObject([
      {
        name: 'Backup folder',
        state: 'wrong',
        text: expect.stringMatching(/^BACKUP_DIR cannot be written, .+ set another folder\.$/),
      },
    ]);
  }
  expect(existsSync(file)).toBe(true);
});
