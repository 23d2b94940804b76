import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readSettingsFile, writeSettingsFile } from './settings-file.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'settings '));
  chmodSync(folder, 0o755);
});
afterEach(() => rmSync(folder, { recursive: true }));

test('what is written is read again, whatever signs it has', () => {
  const file = join(folder, '.env');
  const settings = {
    SITE_URL: 'https://town.example',
    MAIL_FROM: 'Town News <news@town.example>',
    SMTP_URL: 'smtp://me:pa#ss$w%20rd@mail.example:587',
    CITY: "O'Brien",
  };
  writeSettingsFile(file, settings);
  expect(readSettingsFile(file)).toEqual(settings);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(['.env']);
});

test('other lines stay, earlier answers are replaced, and empty ones go', () => {
  const file = join(folder, '.env');
  writeFileSync(file, '# mine\nexport SITE_URL=http://old.example\nLOG_LEVEL=warn\nSMTP_URL=smtp://old\n\n');
  writeSettingsFile(file, { SITE_URL: 'https://new.example', SMTP_URL: '' });
  expect(readFileSync(file, 'utf8')).toBe('# mine\nLOG_LEVEL=warn\nSITE_URL=https://new.example\n');
});

test('a file that others of its group may read stays so', () => {
  const file = join(folder, 'town.env');
  writeFileSync(file, 'PORT=1\n');
  // Not as a mode of the writing, which the account's umask narrows.
  chmodSync(file, 0o640);
  expect(writeSettingsFile(file, { PORT: '2' })).toBe(' Its account and its group can read it.');
  expect([statSync(file).mode & 0o777, readFileSync(file, 'utf8')]).toEqual([0o640, 'PORT=2\n']);
});

test('a file that every account could read is closed, and the person hears of it', () => {
  const file = join(folder, '.env');
  writeFileSync(file, 'STRIPE_SECRET_KEY=sk_test_x\n');
  chmodSync(file, 0o604);
  expect(writeSettingsFile(file, { PORT: '2' })).toMatch(
    /^ Only its account can read it\. Until now every account of this machine could: if others use it, change /,
  );
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('a value with every kind of quote is refused, and the file stays', () => {
  const file = join(folder, '.env');
  expect(() => writeSettingsFile(file, { MAIL_FROM: `'"` })).toThrow('MAIL_FROM');
  expect(readdirSync(folder)).toEqual([]);
});
