/** Observes running bots, for your own metrics, traces and logs. */

export type {
  DeliveryEnd,
  DeliveryOutcome,
  DeliveryWatch,
  JobWatch,
  ObservedDelivery,
  ObservedJob,
  ObservedJobEnd,
  ObservedRequest,
  ObservedRoute,
  Observer,
  RequestEnd,
  RequestWatch,
} from './bot/index.js'
export { combinedObserver } from './bot/index.js'
export type { CallEnd, CallRepeat, CallWatch, ObserveCall, ObservedCall } from './client/index.js'
