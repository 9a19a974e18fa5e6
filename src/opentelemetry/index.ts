/** Traces of a bot's work, for any SDK of OpenTelemetry. Runs anywhere. */

export type { Observer } from '../bot/index.js'
export type { TraceOptions } from './tracing.js'
export { registeredTracing, type TracingOptions, tracing } from './tracing.js'
