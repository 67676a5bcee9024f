/** What a span may tell: names, numbers and the text of statements without their values; nothing personal. */
export type Attributes = Record<string, string | number>

/** What is traced: a request, what the shop asks of others, a round of a job, what happens within them. */
export type SpanKind = 'server' | 'client' | 'internal'

export interface Span {
  /** What runs in it has its spans below this one. */
  run<Result>(work: () => Result): Result
  end(attributes?: Attributes, error?: unknown): void
}

/** Where spans go; `tracing-sdk.ts` has the only one. */
export interface Tracer {
  start(kind: SpanKind, name: string, attributes: Attributes): Span
  /** One that has ended, after so many milliseconds. */
  recordSpan(kind: SpanKind, name: string, attributes: Attributes, durationMs: number, error?: unknown): void
  /** Sends what waits. */
  stop(): Promise<void>
}
