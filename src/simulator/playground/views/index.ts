import { channel } from './cards/channel.js'
import { person } from './cards/person.js'
import { plan } from './faults/plan.js'
import { strikes } from './faults/strikes.js'
import { call } from './inspected/call.js'
import { comparison } from './inspected/comparison.js'
import { delivery } from './inspected/delivery.js'
import { letter } from './inspected/letter.js'
import { level } from './inspected/level.js'
import { history } from './message/history.js'
import { toBeSent } from './message/toBeSent.js'
import { whyNot } from './message/whyNot.js'
import { organisationViews } from './organisation/index.js'
import { pending } from './pending.js'
import type { View } from './view.js'

/** Everything that the page shows by the word of the simulator, by name. */
export const views: Readonly<Record<string, View>> = {
  ...organisationViews,
  person,
  channel,
  delivery,
  call,
  letter,
  level,
  comparison,
  whyNot,
  history,
  plan,
  toBeSent,
  strikes,
  pending,
}
