import { DrizzleQueryError } from 'drizzle-orm/errors';
import { expect, it } from 'vitest';
import { describeError, openLog } from '#server/log.ts';

it('describes a failed query without the values in it', () => {
  const cause = new Error('duplicate key value violates unique constraint "users_email"');
  const error = new DrizzleQueryError('insert into users values ($1)', ['ann@town.example'], cause);
  expect(describeError(error)).toBe('query failed: duplicate key value violates unique constraint "users_email"');
});

it('describes a refusal by several addresses', () => {
  const refusals = [new Error('connect ECONNREFUSED ::1:5432'), new Error('connect ECONNREFUSED 127.0.0.1:5432')];
  expect(describeError(new AggregateError(refusals))).toBe(
    'connect ECONNREFUSED ::1:5432; connect ECONNREFUSED 127.0.0.1:5432',
  );
});

it('makes one line of each event, whatever people typed, with the time in UTC', () => {
  const written: string[] = [];
  const typed = 'a\n{"level":"info","msg":"logged in"}\r\u2028\u0000"\\';
  const to = openLog({ write: (line) => void written.push(line) });
  to.error({ path: typed, err: new Error(typed), [typed]: 1 }, typed);
  expect(written.join('').split(/[\r\n]/)).toEqual([expect.stringMatching(/^\{.*\}$/s), '']);
  expect(JSON.parse(written.join(''))).toMatchObject({ path: typed, msg: typed, [typed]: 1, err: { message: typed } });
  expect(JSON.parse(written.join('')).time).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]{12}Z$/);
});
