import { DrizzleQueryError } from 'drizzle-orm/errors';
import { expect, it } from 'vitest';
import { describeError } from '#server/log.ts';

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
