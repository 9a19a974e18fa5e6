import { scenarios as authentication } from './authentication.js'
import { scenarios as batches } from './batches.js'
import { scenarios as deliveries } from './deliveries.js'
import { scenarios as events } from './events.js'
import type { Scenario } from './format.js'
import { scenarios as places } from './places.js'
import { scenarios as time } from './time.js'

/** What takes more than an exchange to see. */
export const scenarios: Readonly<Record<string, readonly Scenario[]>> = {
  '4.6 batches': batches,
  '4.10 time': time,
  '4.11 and 4.20 settings of the server': places,
  '5.1 the Authorization header': authentication,
  '6.1 deliveries': deliveries,
  '6.2 events': events,
}
