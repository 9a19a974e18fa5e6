import { channel } from './cards/channel.js'
import { person } from './cards/person.js'
import { organisationViews } from './organisation/index.js'
import type { View } from './view.js'

/** Everything that the page shows by the word of the simulator, by name. */
export const views: Readonly<Record<string, View>> = { ...organisationViews, person, channel }
