import type { SpanAttributes, SpanKind, Tracer } from './spans.ts'

let tracer: Tracer | null = null

/** Null unless tracing is on: whoever only calls this costs nothing. */
export function findTracer(): Tracer | null {
  return tracer
}

/**
 * Sends spans to the collector of the standard variables (OTEL_EXPORTER_OTLP_ENDPOINT …) from now on. The packages that do are
 * loaded here, and nowhere else.
 * @param sampleRatio of all traces, from 0 to 1
 */
export async function startTracing(sampleRatio: number): Promise<void> {
  const { createTracer } = await import('./tracing-sdk.ts')
  tracer = createTracer(sampleRatio)
}

export async function stopTracing(): Promise<void> {
  await tracer?.stop()
  tracer = null
}

/** Runs work in a span, where tracing is on. */
export async function runInSpan<Result>(
  kind: SpanKind,
  name: string,
  attributes: SpanAttributes,
  work: () => Promise<Result>,
): Promise<Result> {
  if (!tracer) return work()
  const span = tracer.startSpan(kind, name, attributes)
  try {
    const result = await span.run(work)
    span.end()
    return result
  } catch (error) {
    span.end({}, error)
    throw error
  }
}
