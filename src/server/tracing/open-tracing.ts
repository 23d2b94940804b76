/** OpenTelemetry's own library behind spans.ts. Only loaded where tracing is on. */
import { hostname } from 'node:os';
import {
  type Context,
  context,
  DiagLogLevel,
  diag,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { TracingEnv } from '#server/env.ts';
import type { Log } from '#server/log.ts';
import { Problem } from '#shared/problem.ts';
import { minuteMs } from '#shared/times.ts';
import { type OpenSpan, type SpanStart, setTracing } from './spans.ts';

const sendEveryMs = 2_000;
const lastSendMs = 2_000;
/** So many wait while the collector is away; further ones are dropped, so that memory does not grow. */
const maxWaitingSpans = 4_096;

const kinds = {
  request: SpanKind.SERVER,
  job: SpanKind.CONSUMER,
  call: SpanKind.CLIENT,
  part: SpanKind.INTERNAL,
} as const;

/** The address of the collector and its headers are read by the exporter, from OTEL_EXPORTER_OTLP_*. */
export function openTracing({ serviceName, share }: TracingEnv, part: 'web' | 'worker', log: Log): () => Promise<void> {
  tellSeldom(log);
  context.setGlobalContextManager(new AsyncLocalStorageContextManager());
  const own = {
    'service.name': serviceName,
    'service.instance.id': `${hostname()} ${process.pid}`,
    'alameda.process': part,
  };
  const provider = new TracerProvider({
    resource: defaultResource().merge(resourceFromAttributes(own)),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanLimits: { attributeValueLengthLimit: 2_000 },
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new OTLPTraceExporter(),
        scheduledDelayMillis: sendEveryMs,
        maxQueueSize: maxWaitingSpans,
      }),
    ],
  });
  log.info({ part: 'tracing', share }, 'spans are sent to the collector');
  const tracer = provider.getTracer('alameda');
  setTracing({
    currentTraceId: () => trace.getActiveSpan()?.spanContext().traceId,
    begin({ name, kind, attributes = {}, traceparent, startedAt }) {
      const isFirst = kind === 'request' || kind === 'job';
      if (!isFirst && trace.getActiveSpan() === undefined) return undefined;
      const around = isFirst ? callersContext(traceparent) : context.active();
      const startTime = startedAt === undefined ? {} : { startTime: startedAt };
      return open(tracer.startSpan(name, { kind: kinds[kind], attributes, ...startTime }, around), around);
    },
  });
  return async () => {
    setTracing(undefined);
    const late = new Promise((done) => setTimeout(done, lastSendMs).unref());
    await Promise.race([provider.shutdown().catch(() => undefined), late]);
  };
}

function open(span: Span, around: Context): OpenSpan {
  const inside = trace.setSpan(around, span);
  return {
    set: (attributes) => void span.setAttributes(attributes),
    within: (act) => context.with(inside, act),
    end(error) {
      if (error instanceof Problem) span.setAttribute('alameda.refusal', error.code);
      else if (error !== undefined) {
        // A message may hold what a person typed; the log has it.
        const type = error instanceof Error ? error.name : String(error);
        span.setAttribute('error.type', type).setStatus({ code: SpanStatusCode.ERROR });
      }
      span.end();
    },
  };
}

const header = /^[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})/;

function callersContext(traceparent: SpanStart['traceparent']): Context {
  const [, traceId, spanId, flags] = header.exec(traceparent ?? '') ?? [];
  if (traceId === undefined || spanId === undefined) return ROOT_CONTEXT;
  const traceFlags = Number.parseInt(flags ?? '0', 16) & TraceFlags.SAMPLED;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}

/** OpenTelemetry describes an error as JSON, with its stack. */
function messageIn(reason: string): string {
  const message = /"message":"((?:[^"\\]|\\.)*)"/.exec(reason)?.[1];
  return (message ?? reason).slice(0, 500);
}

/** Logs a collector that is away once a minute. */
function tellSeldom(log: Log): void {
  let toldAt = Number.NEGATIVE_INFINITY;
  const tell = (reason: string) => {
    if (performance.now() - toldAt < minuteMs) return;
    toldAt = performance.now();
    log.warn({ part: 'tracing', reason: messageIn(reason) }, 'spans could not be sent');
  };
  const silent = () => undefined;
  const logger = { error: tell, warn: tell, info: silent, debug: silent, verbose: silent };
  diag.setLogger(logger, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true });
}
