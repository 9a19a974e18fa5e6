/** What is told of a bot's work while it is done: for metrics, traces and logs of your own. */

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
