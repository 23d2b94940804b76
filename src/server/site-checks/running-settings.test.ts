import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { afterEach, expect, it } from 'vitest';
import { checkRunningSettings, noteSettings } from './running-settings.ts';

const folder = mkdtempSync(join(tmpdir(), 'running settings '));
const file = join(folder, '.env');
afterEach(() => rmSync(join(folder, 'running-settings.json'), { force: true }));

const before = 'PORT=3000\nSMTP_URL=smtp://me:hunter2@mail.example:587\nMAIL_FROM=a@town.example\n';
/** As Node does: a variable of the shell goes before the file's. */
function start(shell: Record<string, string> = {}) {
  writeFileSync(file, before);
  noteSettings(folder, { ...parseEnv(before), ...shell }, [`--env-file=${file}`]);
}
const after = (text: string) => {
  writeFileSync(file, text);
  return checkRunningSettings(folder).map((check) => check.text);
};

it('names each setting that was changed, added or taken out of the file since the start, and no value', () => {
  start();
  expect(after(before)).toEqual([]);
  const changed = before.replace('hunter2', 'hunter3').replace(/MAIL_FROM.*/, 'BACKUP_DIR=/srv');
  const [text, ...others] = after(changed);
  expect([text, others]).toEqual([
    `The site runs with another SMTP_URL, MAIL_FROM, and BACKUP_DIR than ${file} has now. Start the site again to take it over.`,
    [],
  ]);
  const note = readFileSync(join(folder, 'running-settings.json'), 'utf8');
  for (const value of ['hunter', 'mail.example', 'town.example']) expect(note).not.toContain(value);
});

it('takes two spellings of a value, and a default, for the same', () => {
  start();
  expect(after(before.replace('PORT=3000\n', 'TRUST_PROXY=0\nHOST=\n'))).toEqual([]);
});

it('says nothing about what the shell gave, without a start, and without the file', () => {
  expect(after(before)).toEqual([]);
  start({ PORT: '8080', METRICS_TOKEN: 'x' });
  expect(after(before.replace('3000', '3001'))).toEqual([]);
  expect(after(before.replace('MAIL_FROM=a', 'MAIL_FROM=b'))).toHaveLength(1);
  rmSync(file);
  expect(checkRunningSettings(folder)).toEqual([]);
});
