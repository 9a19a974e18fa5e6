import type { ControlSubjects } from '../controlEndpoint.js'
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

/** Everything that the control API does, by subject. */
export const controlSubjects: ControlSubjects = {
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
}
