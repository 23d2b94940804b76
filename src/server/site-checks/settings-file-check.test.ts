import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkSettingsFiles, settingsFiles } from './settings-file-check.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "operator's files "));
  chmodSync(folder, 0o755);
});
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, text: string, mode: number): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  // Not as a mode of the writing, which the account's umask narrows.
  chmodSync(path, mode);
  return path;
}

const key = 'PORT=1\nSTRIPE_SECRET_KEY=sk_test_x\n';

test('a file with secrets that every account can read is wrong, with the command that closes it', async () => {
  const open = file('open.env', key, 0o644);
  expect(await checkSettingsFiles([open])).toEqual([
    {
      name: 'Settings file',
      state: 'wrong',
      text: `Every account of this machine can read the passwords and keys in ${open}. Close it: chmod o-rwx '${open.replace("'", `'\\''`)}'`,
    },
  ]);
  const changeable = file('changeable.env', 'SMTP_URL=smtp://me:word@mail.example\n', 0o606);
  expect((await checkSettingsFiles([changeable]))[0]?.text).toContain('can read and change the passwords');
});

test('one that is closed to others, holds no secret, is not there, or lies where files have no rights is not named', async () => {
  const fine = [
    ...[file('own.env', key, 0o600), file('service.env', key, 0o640)],
    ...[file('plain.env', 'PORT=1\nSMTP_URL=\n', 0o644), join(folder, 'none.env')],
  ];
  expect(await checkSettingsFiles(fine)).toEqual([]);
  const closed = join(folder, 'home');
  mkdirSync(join(closed, 'town'), { recursive: true });
  chmodSync(closed, 0o750);
  chmodSync(join(closed, 'town'), 0o755);
  expect(await checkSettingsFiles([file('home/town/.env', key, 0o644)])).toEqual([]);
  const hasRights = async () => false;
  expect(await checkSettingsFiles([file('fat.env', key, 0o777)], hasRights)).toEqual([]);
});

test('the files are the one that Node was given, and the service’s', () => {
  expect(settingsFiles(['--import', 'x', '--env-file=/srv/a town/.env'])).toEqual([
    '/srv/a town/.env',
    '/etc/town.env',
  ]);
  expect(settingsFiles([])).toEqual(['/etc/town.env']);
});
