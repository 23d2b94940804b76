import { expect, test } from 'vitest';
import { asProblem } from './problems.ts';

const failed = (cause: object) => Object.assign(new Error('Failed query'), { query: '', params: [], cause });
const coded = (message: string, code?: string) => Object.assign(new Error(message), code === undefined ? {} : { code });

test.each([
  ['a connection that broke', coded('Connection terminated unexpectedly')],
  ['a server that was told to stop', coded('terminating connection', '57P01')],
  ['a broken line', coded('read ECONNRESET', 'ECONNRESET')],
])('a write during %s may have been saved, and says so', (_, cause) => {
  expect(asProblem(failed(cause), true).message).toContain('cannot tell whether this was saved');
  expect(asProblem(failed(cause)).message).toBe(
    'The site cannot reach its database right now. Please try again in a minute.',
  );
});

test.each([
  ['a refused connection', coded('connect ECONNREFUSED', 'ECONNREFUSED')],
  ['a database that is known to be away', coded('the database is away', 'DATABASE_AWAY')],
  ['a server that starts', coded('the database system is starting up', '57P03')],
  ['a connection that was not made in time', coded('Connection terminated due to connection timeout')],
  ['all addresses of a server', new AggregateError([coded('connect ECONNREFUSED', 'ECONNREFUSED')])],
])('a write with %s was never sent', (_, cause) => {
  expect(asProblem(failed(cause), true)).toMatchObject({
    code: 'unavailable',
    message: 'The site cannot reach its database right now. Please try again in a minute.',
  });
});

test.each(['57014', '55P03'])('a statement that PostgreSQL gave up (%s) may be tried again', (code) => {
  expect(asProblem(failed(coded('canceling statement', code)), true)).toMatchObject({
    code: 'unavailable',
    retryAfterSeconds: 10,
  });
});

test.each(['42P01', '42703', '42883'])('tables that a migration has yet to bring (%s) are no defect', (code) => {
  expect(asProblem(failed(coded('does not exist', code)), true)).toMatchObject({
    code: 'unavailable',
    retryAfterSeconds: 5,
  });
});
