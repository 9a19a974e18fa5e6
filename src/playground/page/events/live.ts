import { watchedCallsIn } from '../inspector/watched.js'
import { createHandedOut } from './store.js'

/** Every event that was handed out, kept up to date from when somebody first looks. */
export const handedOut = createHandedOut()

export const watchedEvents = watchedCallsIn(handedOut)
