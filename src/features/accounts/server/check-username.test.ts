import { expect, test } from 'vitest';
import { checkUsername } from './check-username.ts';

const refusalOf = (username: string) => {
  try {
    checkUsername(username, ['Olmos Park', 'Alameda']);
    return null;
  } catch (problem) {
    return (problem as Error).message;
  }
};

test.each([
  'Administrator',
  'admin',
  'Ádmin',
  'adm1n',
  'Olmos Park Staff',
  'olmosparkstaff',
  'The Official Olmos Park Team',
  'City of Olmos Park',
  'Olmos Park',
  'Alameda Support',
  'City Hall',
  'Police',
])('%s could be taken for staff', (username) => {
  expect(refusalOf(username)).toMatch(/staff/);
});

test.each(['bоss', 'Адmin', 'сору', 'Oliviа'])('%s mixes alphabets or hides in another one', (username) => {
  expect(refusalOf(username)).toMatch(/one alphabet/);
});

test.each([
  'Ada Oakley',
  'Dolores Rivera',
  'José Peña',
  'Olmos Park Bakery',
  'Parker',
  'Staffordshire Kennels',
  'Марина',
  'Ελένη Γ',
  '山田太郎',
  'Tia Nela’s Comal',
  'Adminta',
])('%s will do', (username) => {
  expect(refusalOf(username)).toBeNull();
});
