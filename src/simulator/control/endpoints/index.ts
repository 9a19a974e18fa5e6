import type { ControlEndpoint } from '../controlEndpoint.js'
import { callEndpoints } from './calls.js'
import { deliveryEndpoints } from './deliveries.js'
import { faultEndpoints } from './faults.js'
import { interventionEndpoints } from './interventions.js'
import { journalEndpoints } from './journal.js'
import { linkifierEndpoints } from './linkifiers.js'
import { memoryEndpoints } from './memory.js'
import { emojiEndpoints, organisationEndpoints } from './organisation.js'
import { queueEndpoints } from './queue.js'
import { healthEndpoints, serverEndpoints } from './server.js'
import { timeEndpoints } from './time.js'
import { transcriptEndpoints } from './transcripts.js'
import { viewEndpoints } from './views.js'

/** Everything that the control API does, by subject. */
export const controlSubjects: Readonly<Record<string, readonly ControlEndpoint[]>> = {
  health: healthEndpoints,
  organisation: [...organisationEndpoints, ...emojiEndpoints, ...linkifierEndpoints],
  memory: memoryEndpoints,
  clock: timeEndpoints,
  server: serverEndpoints,
  faults: faultEndpoints,
  journal: journalEndpoints,
  calls: callEndpoints,
  deliveries: [...deliveryEndpoints, ...interventionEndpoints],
  queue: queueEndpoints,
  transcripts: transcriptEndpoints,
  playground: viewEndpoints,
}

export const controlEndpoints: readonly ControlEndpoint[] = Object.values(controlSubjects).flat()
