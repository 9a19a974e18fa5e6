import { type Span, SpanStatusCode } from '@opentelemetry/api'

/** Marks a span as failed. What went wrong in words stays in the log, where secrets are masked. */
export function failed(span: Span, errorType: string): void {
  span.setAttribute('error.type', errorType)
  span.setStatus({ code: SpanStatusCode.ERROR })
}

/** An error's own word for its kind. */
export function errorType(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}
