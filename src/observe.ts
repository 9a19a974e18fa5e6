/** Observes running bots, for your own metrics, traces and logs. */

export type {
  DeliveryEnd,
  DeliveryWatch,
  JobWatch,
  ObservedDelivery,
  ObservedJob,
  ObservedJobEnd,
  ObservedRequest,
  Observer,
  RequestEnd,
  RequestWatch,
} from './bot/index.js'
export { combinedObserver } from './bot/index.js'
export type { CallEnd, CallWatch, ObservedCall } from './client/index.js'
