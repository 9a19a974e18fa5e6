import { moreArguments } from './arguments/feature.js'
import { conversations } from './conversation/feature.js'
import type { Feature } from './features.js'
import { schedules } from './schedule/feature.js'

/** All that a bot can be made with. */
export const everything: readonly Feature[] = [conversations, schedules, moreArguments]
