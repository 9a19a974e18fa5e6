import type { FunctionComponent } from 'preact'
import { Calls } from './calls/Calls.js'
import { Chat } from './screens/Chat.js'
import { Deliveries } from './screens/Deliveries.js'
import { Faults } from './screens/Faults.js'
import { Organisation } from './screens/Organisation.js'

/** The screens. `id` is part of the page's address. */
export const screens: readonly {
  readonly id: string
  readonly title: string
  readonly Component: FunctionComponent
}[] = [
  { id: 'chat', title: 'Chat', Component: Chat },
  { id: 'deliveries', title: 'Deliveries', Component: Deliveries },
  { id: 'calls', title: 'API calls', Component: Calls },
  { id: 'organisation', title: 'Organisation', Component: Organisation },
  { id: 'faults', title: 'Faults', Component: Faults },
]
