import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkNewPassword, namesAround } from './check-new-password.ts';

const city = { facts: { name: 'Olmos Park', region: 'Texas' } };
const names = namesAround({ username: 'olmosparkfan', email: 'dolores.rivera@shop.example' }, city);
const refusalOf = (password: string, breachedPasswordsFile?: string) =>
  checkNewPassword(password, { names, env: { breachedPasswordsFile } }).then(
    () => null,
    (problem: Error) => problem.message,
  );

describe('a new password', () => {
  test.each([
    'password1',
    'PassWord123',
    'Password123!',
    'P@ssw0rd1',
    'Summer2025',
    'letmein123',
    'trustno1!',
    '!!sunshine!!',
    'iloveyou2',
    '12345678a',
  ])('%s is one of the most common', async (password) => {
    expect(await refusalOf(password)).toMatch(/most common/);
  });

  test.each(['olmosparkfan', 'olmospark1', 'Olmos Park 78212', 'alameda123', 'dolores.rivera', 'TexasOlmosPark!'])(
    '%s is made of names',
    async (password) => {
      expect(await refusalOf(password)).toMatch(/your name or the town/);
    },
  );

  // Far down in the list, where no rule about common passwords reaches.
  test.each(['Lozovoeman19', 'LOXTOLALOX', 'lowrider97218'])('%s was in a breach', async (password) => {
    expect(await refusalOf(password)).toMatch(/stolen from another site/);
  });

  test('is looked up in the longer list of the environment, too', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'alameda-passwords-'));
    const file = join(folder, 'list.txt');
    const hash = createHash('sha1').update('seven blue herons').digest('hex').toUpperCase();
    writeFileSync(file, `${'0'.repeat(40)}:3\r\n${hash}:12\r\n${'F'.repeat(40)}:1\r\n`);
    expect(await refusalOf('seven blue herons')).toBeNull();
    expect(await refusalOf('seven blue herons', file)).toMatch(/stolen from another site/);
    expect(await refusalOf('seven grey herons', file)).toBeNull();
    rmSync(folder, { recursive: true });
  });

  test.each([
    'under the live oaks',
    'correct horse battery staple',
    'Summer in Olmos Park 2025',
    'sunshine over porch',
    '7 blue herons',
    'qT4#mmW9xv',
    'summerhouse-1953',
  ])('%s will do', async (password) => {
    expect(await refusalOf(password)).toBeNull();
  });
});
