import { watchedCallsIn } from '../inspector/watched.js'
import { createCalls } from './store.js'

/** All calls, kept up to date once a component has asked for them. */
export const calls = createCalls()

export const watchedCalls = watchedCallsIn(calls)
