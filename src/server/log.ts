/** Structured logs: one JSON object per line on standard output. */
import { type DestinationStream, type LevelWithSilent, type Logger, pino } from 'pino';

export type Log = Logger;

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** The level is read here and not from `readEnv`, so that even a refused environment can be logged. */
function levelFrom(value: string | undefined): LevelWithSilent {
  return logLevels.find((level) => level === value) ?? 'info';
}

function isFailedQuery(error: object): error is Error & { query: unknown } {
  return error instanceof Error && 'query' in error && 'params' in error;
}

/**
 * Describes an error in one line for people. It leaves out the values of a failed query, which are personal
 * data, and a connection's list of addresses.
 */
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

/** Writes to standard output unless a test gives another stream. */
export function openLog(stream: DestinationStream = pino.destination(1)): Log {
  return pino(
    {
      level: levelFrom(process.env.LOG_LEVEL),
      base: { pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: serializeError },
      formatters: { level: (label) => ({ level: label }) },
    },
    stream,
  );
}

/** The log of the process; `log.child({ part: 'mail' })` marks where lines come from. Never log a secret. */
export const log: Log = openLog();
