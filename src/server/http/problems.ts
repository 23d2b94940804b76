/** The only place where refusals and defects become answers. */
import type { Context } from 'hono';
import { faultLevel } from '#server/being-set-up.ts';
import { currentCall } from '#server/call-context.ts';
import { isDeadlock } from '#server/db/in-transaction.ts';
import { describeError, type Log } from '#server/log.ts';
import { StoreAway } from '#server/storage/store-away.ts';
import { unwritableFolder } from '#server/storage/unwritable-folder.ts';
import { Problem } from '#shared/problem.ts';

/** Codes of PostgreSQL and sockets that say that the database is away, or going. */
const databaseAway = /^(DATABASE_AWAY|08|57P0|53300|ECONNREFUSED|ECONNRESET|ENOTFOUND|ETIMEDOUT|EPIPE)/;

/** Tells whether an error, or its cause, says that the database cannot be reached. */
function isDatabaseAway(error: unknown): boolean {
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    const code = (at as { code?: unknown }).code;
    if (typeof code === 'string' && databaseAway.test(code)) return true;
    if (
      /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/.test(
        at.message,
      )
    )
      return true;
    if (at instanceof AggregateError && at.errors.some(isDatabaseAway)) return true;
  }
  return false;
}

/** Codes of a connection that was never made, or of a server that took no statement. */
const nothingSent = /^(DATABASE_AWAY|ECONNREFUSED|ENOTFOUND|53300|57P03)/;

/** Tells whether the connection broke during a statement, which may have been executed all the same. */
function isOutcomeUnknown(error: unknown): boolean {
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    const code = (at as { code?: unknown }).code;
    if (typeof code === 'string' && nothingSent.test(code)) return false;
    if (/connection timeout|timeout exceeded when trying to connect/.test(at.message)) return false;
    if (at instanceof AggregateError && !at.errors.some(isOutcomeUnknown)) return false;
  }
  return isDatabaseAway(error);
}

/**
 * PostgreSQL canceled a statement: it took too long, or waited too long for a lock, perhaps for one that waited for this one. The transaction
 * was rolled back.
 */
function isTooSlow(error: unknown): boolean {
  const code = error instanceof Error ? ((error.cause ?? error) as { code?: unknown }).code : undefined;
  return code === '57014' || code === '55P03' || isDeadlock(error);
}

/**
 * A table, column or function is missing: the tables are older than the program until the migrations of this start are done.
 */
function isBehind(error: unknown): boolean {
  const code = error instanceof Error ? ((error.cause ?? error) as { code?: unknown }).code : undefined;
  return code === '42P01' || code === '42703' || code === '42883';
}

/** PostgreSQL's disk_full, and the operating system's code. */
function isDiskFull(error: unknown): boolean {
  const code = error instanceof Error ? ((error.cause ?? error) as { code?: unknown }).code : undefined;
  return code === '53100' || code === 'ENOSPC';
}

export const diskFull = () =>
  new Problem('unavailable', 'The site has no room left to save this. Nothing was changed; please try again later.', {
    retryAfterSeconds: 300,
  });

const filesAway = () =>
  new Problem(
    'unavailable',
    'The site cannot reach its files right now. Nothing was saved; please try again in a minute.',
    {
      retryAfterSeconds: 30,
    },
  );

/**
 * Converts an error to a refusal; unknown errors are defects and show no detail.
 * @param isWrite the call was to change something
 */
export function asProblem(error: unknown, isWrite = false): Problem {
  if (error instanceof Problem) return error;
  if (isWrite && isOutcomeUnknown(error)) {
    return new Problem(
      'unavailable',
      'The site lost its database while saving, and cannot tell whether this was saved. Please look before you send it again.',
      { retryAfterSeconds: 5 },
    );
  }
  if (isDatabaseAway(error)) {
    return new Problem('unavailable', 'The site cannot reach its database right now. Please try again in a minute.', {
      retryAfterSeconds: 5,
    });
  }
  if (isTooSlow(error)) {
    return new Problem('unavailable', 'The site is very busy right now. Nothing was changed; please try again.', {
      retryAfterSeconds: 10,
    });
  }
  if (isBehind(error)) {
    return new Problem('unavailable', 'The site is being set up right now. Please try again in a moment.', {
      retryAfterSeconds: 5,
    });
  }
  if (isDiskFull(error)) return diskFull();
  if (error instanceof StoreAway) return filesAway();
  if (unwritableFolder(error)) {
    return new Problem('unavailable', 'The site cannot save files right now. Please try again later.', {
      retryAfterSeconds: 300,
    });
  }
  return new Problem('internal', 'Something went wrong on our side. Please try again; if it keeps happening, tell us.');
}

export function answerProblem(c: Context, error: unknown, log: Log): Response {
  const problem = asProblem(error, c.req.method !== 'GET' && c.req.method !== 'HEAD');
  if (problem.code === 'internal' || problem.code === 'unavailable') {
    // People who report the failure can name the log line that explains it.
    const requestId = currentCall()?.requestId;
    const line = { err: error, requestId, method: c.req.method, path: c.req.path };
    const closed = unwritableFolder(error);
    if (closed) {
      const { folder, remedy } = closed;
      log.error({ ...line, err: undefined, reason: describeError(error) }, `cannot save files in ${folder}: ${remedy}`);
    } else if (problem.code === 'internal') log.error(line, 'unexpected error');
    // Expected for a moment at the first start and with a new release: /readyz says so, too.
    else if (isBehind(error))
      log.info({ ...line, err: undefined }, 'asked to come back: the site is still being set up');
    else log[faultLevel('warn')](line, 'refused: unavailable');
  }
  if (problem.retryAfterSeconds !== undefined) c.header('Retry-After', String(problem.retryAfterSeconds));
  if (problem.location !== undefined) c.header('Location', problem.location);
  c.header('Cache-Control', 'no-store');
  return c.json(problem.body, problem.status as 400);
}
