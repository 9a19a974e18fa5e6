import { watchedCallsIn } from '../inspector/watched.js'
import { createCalls } from './store.js'

/** Every call, kept up to date from when somebody first looks. */
export const calls = createCalls()

export const watchedCalls = watchedCallsIn(calls)
