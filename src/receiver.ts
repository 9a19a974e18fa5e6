/** Receives a chat server's notifications, validates them and answers in time. Runs on every runtime. */

export {
  type BotBinding,
  createReceiver,
  type DedupeLimits,
  type Delivery,
  type DeliveryHandler,
  type FailureLimits,
  InvalidReplyError,
  type Receiver,
  type ReceiverBindings,
  ReceiverOptionError,
  type ReceiverOptions,
} from './receiver/index.js'
