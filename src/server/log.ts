/** Structured log lines: one JSON object a line on standard output. */
import { type LevelWithSilent, type Logger, pino } from 'pino';

export type Log = Logger;

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** The level is read here and not from `readEnv`, so that even a refused environment can be logged. */
function levelFrom(value: string | undefined): LevelWithSilent {
  return logLevels.find((level) => level === value) ?? 'info';
}

function isFailedQuery(error: object): error is Error & { query: unknown } {
  return error instanceof Error && 'query' in error && 'params' in error;
}

/** One line for people. A failed query's values are personal data and stay out; so does a connection's address list. */
export function describeError(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(describeError).join('; ');
  if (!(error instanceof Error)) return String(error);
  return isFailedQuery(error) ? `query failed: ${describeError(error.cause)}` : error.message;
}

function serializeError(error: Error): object {
  if (!isFailedQuery(error)) return pino.stdSerializers.err(error);
  const cause = error.cause instanceof Error ? pino.stdSerializers.err(error.cause) : undefined;
  // PostgreSQL's own 'detail' quotes values too.
  return { ...cause, message: describeError(error), query: error.query, detail: undefined };
}

/** The process's own log; `log.child({ part: 'mail' })` marks where lines come from. Secrets never belong in a line. */
export const log: Log = pino({
  level: levelFrom(process.env.LOG_LEVEL),
  base: { pid: process.pid },
  timestamp: pino.stdTimeFunctions.isoTime,
  serializers: { err: serializeError },
  formatters: { level: (label) => ({ level: label }) },
});
