import { expect, it } from 'vitest';
import { describeDatabaseTrouble } from './database-trouble.ts';

const url = 'postgres://town:hunter2@db.example:5433/nosuch';
const failed = (message: string, code?: string) =>
  Object.assign(new Error('Failed query: select 1', { cause: Object.assign(new Error(message), { code }) }), {
    ...{ query: 'select 1', params: [] },
  });

it.each([
  [
    'no database',
    failed('database "nosuch" does not exist', '3D000'),
    /^There is no database nosuch at db\.example:5433\. Make it/,
  ],
  ['another language', failed('Datenbank »nosuch« existiert nicht', '3D000'), /^There is no database nosuch/],
  [
    'wrong password',
    failed('password authentication failed for user "town"', '28P01'),
    /does not let the role town in.+%2F/,
  ],
  ['wrong role', failed('role "town" does not exist', '28000'), /does not let the role town in/],
  [
    'wrong host',
    failed('getaddrinfo ENOTFOUND db.example', 'ENOTFOUND'),
    /^Nothing is known by the name db\.example\./,
  ],
  [
    'wrong port',
    failed('connect ECONNREFUSED 192.0.2.1:5433', 'ECONNREFUSED'),
    /^No PostgreSQL listens at db\.example:5433\./,
  ],
  [
    'two addresses',
    new AggregateError([Object.assign(new Error('x'), { code: 'ECONNREFUSED' })]),
    /^No PostgreSQL listens/,
  ],
  [
    'a database that hangs',
    new Error('the database is away: no answer within 2.5 s'),
    /^PostgreSQL at db\.example:5433 gives no answer\./,
  ],
  [
    'another release',
    failed('relation "users" does not exist', '42P01'),
    /^It does not answer as it should: .+ this release\?$/,
  ],
])('names what is wrong and what to do: %s', (_, error, text) => {
  const said = describeDatabaseTrouble(error, url);
  expect(said).toMatch(text);
  expect(said).not.toContain('hunter2');
});

it('has nothing to correct in DATABASE_URL where the database is the site’s own', () => {
  const refused = failed('connect ECONNREFUSED 127.0.0.1:5433', 'ECONNREFUSED');
  expect(describeDatabaseTrouble(refused, undefined)).toMatch(
    /^It does not answer as it should: .+ Is the site started/,
  );
});
