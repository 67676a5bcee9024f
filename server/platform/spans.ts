/** What a span may hold: names, numbers and the text of statements without their values; nothing personal. */
export type SpanAttributes = Record<string, string | number>

/** What is traced: an incoming request, an outgoing call, a run of a job, or work within them. */
export type SpanKind = 'server' | 'client' | 'internal'

export interface Span {
  /** Spans started by `work` become children of this one. */
  run<Result>(work: () => Result): Result
  end(attributes?: SpanAttributes, error?: unknown): void
}

/** Where spans go; `tracing-sdk.ts` has the only one. */
export interface Tracer {
  startSpan(kind: SpanKind, name: string, attributes: SpanAttributes): Span
  /** One that has ended, after so many milliseconds. */
  recordSpan(kind: SpanKind, name: string, attributes: SpanAttributes, durationMs: number, error?: unknown): void
  /** Sends what waits. */
  stop(): Promise<void>
}
