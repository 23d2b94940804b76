import { Hono } from 'hono';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { answerProblem, asProblem } from './problems.ts';

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

test('tells strangers nothing of an unexpected error, and the log all of it', async () => {
  const lines: string[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(line) });
  const app = new Hono();
  app.get('/', () => {
    throw new Error('password=hunter2 at /srv/town/secret.key');
  });
  app.onError((error, c) => answerProblem(c, error, log));
  const answer = await app.request('/');
  expect([answer.status, answer.headers.get('Cache-Control')]).toEqual([500, 'no-store']);
  expect(await answer.text()).not.toMatch(/hunter2|secret\.key|Error:|\bat .+:\d+/);
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ method: 'GET', path: '/', msg: 'unexpected error' });
  expect(lines[0]).toContain('problems.test.ts');
});
