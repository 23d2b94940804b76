import type { Env } from '#server/env.ts';
import type { Log } from '#server/log.ts';

/**
 * Sends spans to the collector of OTEL_EXPORTER_OTLP_ENDPOINT. Without it, which is the default, nothing is loaded.
 * @returns sends what waits, for at most 2 s, and stops
 */
export async function startTracing(
  { tracing }: Pick<Env, 'tracing'>,
  part: 'web' | 'worker',
  log: Log,
): Promise<() => Promise<void>> {
  if (tracing === undefined) return async () => undefined;
  const { openTracing } = await import('./open-tracing.ts');
  return openTracing(tracing, part, log);
}
