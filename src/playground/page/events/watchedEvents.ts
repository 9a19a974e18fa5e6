import { watchedCallsIn } from '../inspector/watched.js'
import { createHandedOut } from './store.js'

/** All delivered events, kept up to date once a component has asked for them. */
export const handedOut = createHandedOut()

export const watchedEvents = watchedCallsIn(handedOut)
