import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import files, { mkdir, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, onTestFinished, vi } from 'vitest';
import { noteBackup } from '#server/backup/last-backup.ts';
import { readEnv } from '#server/env.ts';
import { skippedPauses } from '#tests/support/skipped-pauses.ts';
import { checkBackup, checkBackupFolder } from './machine-checks.ts';

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

it('says that the file of the last backup is gone, unless a person made it or it is in the bucket', async () => {
  const env = { ...readEnv({ DATA_DIR: folder }), dataDir: folder };
  const file = join(folder, 'backups', 'site.backup');
  const made = { at: new Date(), file, proof: 'restored' as const };
  const state = async (last: Parameters<typeof noteBackup>[1]) => {
    await noteBackup(folder, last);
    return (await checkBackup(env, new Date())).state;
  };
  expect(await state(made)).toBe('wrong');
  expect((await checkBackup(env, new Date())).text).toContain('That file is not there any more. Is its disk mounted?');
  expect(await state({ ...made, proof: null })).toBe('right');
  expect(await state({ ...made, file: 's3:site.backup' })).toBe('right');
  await mkdir(join(folder, 'backups'));
  expect(await state(made)).toBe('wrong');
  await writeFile(file, 'all rows');
  expect(await state(made)).toBe('right');
});

it('says so for a disk that does not answer, too', async () => {
  const env = { ...readEnv({ DATA_DIR: folder }), dataDir: folder };
  await noteBackup(folder, { at: new Date(), file: join(folder, 'far/site.backup'), proof: 'restored' });
  const pauses = skippedPauses();
  const spy = vi.spyOn(files, 'stat').mockReturnValue(new Promise(() => {}));
  syncBuiltinESMExports();
  onTestFinished(() => {
    spy.mockRestore();
    syncBuiltinESMExports();
  });
  expect((await checkBackup(env, new Date())).text).toContain('That file is not there any more. Is its disk mounted?');
  expect(pauses).toEqual([10_000]);
});
