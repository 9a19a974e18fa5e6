import type { ControlEndpoint } from '../controlEndpoint.js'
import { callEndpoints } from './calls.js'
import { deliveryEndpoints } from './deliveries.js'
import { faultEndpoints } from './faults.js'
import { interventionEndpoints } from './interventions.js'
import { journalEndpoints } from './journal.js'
import { memoryEndpoints } from './memory.js'
import { emojiEndpoints, organisationEndpoints } from './organisation.js'
import { queueEndpoints } from './queue.js'
import { healthEndpoints, serverEndpoints } from './server.js'
import { timeEndpoints } from './time.js'
import { transcriptEndpoints } from './transcripts.js'

/** Everything that the control API does. */
export const controlEndpoints: readonly ControlEndpoint[] = [
  ...healthEndpoints,
  ...organisationEndpoints,
  ...emojiEndpoints,
  ...memoryEndpoints,
  ...timeEndpoints,
  ...serverEndpoints,
  ...faultEndpoints,
  ...journalEndpoints,
  ...callEndpoints,
  ...deliveryEndpoints,
  ...interventionEndpoints,
  ...queueEndpoints,
  ...transcriptEndpoints,
]
