import { describe, expect, test } from 'vitest';
import { checkNewPassword, namesAround } from './check-new-password.ts';

const city = { facts: { name: 'Olmos Park', region: 'Texas' } };
const names = namesAround({ username: 'olmosparkfan', email: 'dolores.rivera@shop.example' }, city);
const refusalOf = (password: string) =>
  checkNewPassword(password, { names }).then(
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
