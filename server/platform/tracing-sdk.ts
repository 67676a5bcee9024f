import {
  context,
  SpanKind as OtelKind,
  type Span as OtelSpan,
  ROOT_CONTEXT,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import { createClock } from './clock.ts'
import type { Span, SpanAttributes, SpanKind, Tracer } from './spans.ts'

const clock = createClock()

const otelKindBySpanKind: Record<SpanKind, OtelKind> = {
  server: OtelKind.SERVER,
  client: OtelKind.CLIENT,
  internal: OtelKind.INTERNAL,
}
/** How long the end of the process waits for the collector, in milliseconds. */
const shutdownTimeoutMs = 3_000

/**
 * OpenTelemetry's own packages, which read the standard variables, but not the sampler's. A request's span begins a trace: what
 * strangers send as `traceparent` is not believed, and ours is sent to no bank or webhook.
 * @param sampleRatio of all traces that is sent, each of them whole
 */
export function createTracer(sampleRatio: number): Tracer {
  const contextManager = new AsyncLocalStorageContextManager().enable()
  context.setGlobalContextManager(contextManager)
  const resource = resourceFromAttributes({ 'service.name': 'balcao' }).merge(
    detectResources({ detectors: [envDetector] }),
  )
  const provider = new TracerProvider({
    resource,
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(sampleRatio) }),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  })
  const tracer = provider.getTracer('balcao')
  return { startSpan, recordSpan, stop }

  function startSpan(kind: SpanKind, name: string, attributes: SpanAttributes): Span {
    const parent = kind === 'server' ? ROOT_CONTEXT : context.active()
    const span = tracer.startSpan(name, { kind: otelKindBySpanKind[kind], attributes }, parent)
    const childContext = trace.setSpan(parent, span)
    return {
      run: (work) => context.with(childContext, work),
      end: (endAttributes = {}, error = undefined) => endSpan(span.setAttributes(endAttributes), error),
    }
  }

  function recordSpan(
    kind: SpanKind,
    name: string,
    attributes: SpanAttributes,
    durationMs: number,
    error?: unknown,
  ): void {
    const nowMs = clock.now().getTime()
    endSpan(
      tracer.startSpan(name, { kind: otelKindBySpanKind[kind], attributes, startTime: nowMs - durationMs }),
      error,
      nowMs,
    )
  }

  async function stop(): Promise<void> {
    // A collector that cannot be reached must not prevent the shutdown.
    await Promise.race([
      provider.shutdown().catch(() => {}),
      new Promise((resolve) => setTimeout(resolve, shutdownTimeoutMs)),
    ])
    context.disable()
  }
}

/** Records an error by its type or code alone: its message may hold what a customer typed. */
function endSpan(span: OtelSpan, error: unknown, endedAtMs?: number): void {
  if (error !== undefined) {
    span.setAttribute('error.type', errorTypeOf(error))
    span.setStatus({ code: SpanStatusCode.ERROR })
  }
  span.end(endedAtMs)
}

function errorTypeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  return 'code' in error ? String(error.code) : error.name
}
