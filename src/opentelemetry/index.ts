/** Traces a bot's work with any OpenTelemetry SDK. Runs on every runtime. */

export type { TraceOptions } from './tracing.js'
export { registeredTracing, type TracingOptions, tracing } from './tracing.js'
