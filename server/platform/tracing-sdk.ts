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
import type { Attributes, Span, SpanKind, Tracer } from './spans.ts'

const clock = createClock()

const kinds: Record<SpanKind, OtelKind> = {
  server: OtelKind.SERVER,
  client: OtelKind.CLIENT,
  internal: OtelKind.INTERNAL,
}
/** How long the end of the process waits for the collector, in milliseconds. */
const patienceMs = 3_000

/**
 * OpenTelemetry's own packages, which read the standard variables, but not the sampler's. A request's span begins a trace: what
 * strangers send as `traceparent` is not believed, and no bank or webhook is told of ours.
 * @param share of all traces that is sent, each of them whole
 */
export function createTracer(share: number): Tracer {
  const contexts = new AsyncLocalStorageContextManager().enable()
  context.setGlobalContextManager(contexts)
  const resource = resourceFromAttributes({ 'service.name': 'balcao' }).merge(
    detectResources({ detectors: [envDetector] }),
  )
  const provider = new TracerProvider({
    resource,
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  })
  const tracer = provider.getTracer('balcao')
  return { start, note, stop }

  function start(kind: SpanKind, name: string, attributes: Attributes): Span {
    const parent = kind === 'server' ? ROOT_CONTEXT : context.active()
    const span = tracer.startSpan(name, { kind: kinds[kind], attributes }, parent)
    const childContext = trace.setSpan(parent, span)
    return {
      run: (work) => context.with(childContext, work),
      end: (more = {}, error = undefined) => end(span.setAttributes(more), error),
    }
  }

  function note(kind: SpanKind, name: string, attributes: Attributes, ms: number, error?: unknown): void {
    const now = clock.now().getTime()
    end(tracer.startSpan(name, { kind: kinds[kind], attributes, startTime: now - ms }), error, now)
  }

  async function stop(): Promise<void> {
    // A collector that is away keeps nobody from stopping.
    await Promise.race([provider.shutdown().catch(() => {}), new Promise((resolve) => setTimeout(resolve, patienceMs))])
    context.disable()
  }
}

/** An error's message may hold what a customer typed: its kind and code do. */
function end(span: OtelSpan, error: unknown, at?: number): void {
  if (error !== undefined) {
    span.setAttribute('error.type', errorCodeOf(error))
    span.setStatus({ code: SpanStatusCode.ERROR })
  }
  span.end(at)
}

function errorCodeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  return 'code' in error ? String(error.code) : error.name
}
