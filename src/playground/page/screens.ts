import { Building2, type IconNode, MessageSquare, SquareTerminal, Webhook, Zap } from 'lucide'
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
  readonly icon: IconNode
  readonly Component: FunctionComponent
}[] = [
  { id: 'chat', title: 'Chat', icon: MessageSquare, Component: Chat },
  { id: 'deliveries', title: 'Deliveries', icon: Webhook, Component: Deliveries },
  { id: 'calls', title: 'API calls', icon: SquareTerminal, Component: Calls },
  { id: 'organisation', title: 'Organisation', icon: Building2, Component: Organisation },
  { id: 'faults', title: 'Faults', icon: Zap, Component: Faults },
]
