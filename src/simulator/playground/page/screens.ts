import type { FunctionComponent } from 'preact'
import { Calls } from './calls/Calls.js'
import { Chat } from './screens/Chat.js'
import { Deliveries } from './screens/Deliveries.js'
import { Faults } from './screens/Faults.js'
import { Organisation } from './screens/Organisation.js'
import { Versions } from './screens/Versions.js'

/** What the page can show beside the bar of time; each has a place in the navigation, and a key that leads there. */
export interface Screen {
  /** In the page's address. */
  readonly id: string
  readonly title: string
  /** Pressed after `g`. */
  readonly key: string
  readonly Component: FunctionComponent
}

export const screens: readonly Screen[] = [
  { id: 'chat', title: 'Chat', key: 'c', Component: Chat },
  {
    id: 'deliveries',
    title: 'Deliveries',
    key: 'd',
    Component: Deliveries,
  },
  {
    id: 'calls',
    title: 'API calls',
    key: 'a',
    Component: Calls,
  },
  {
    id: 'organisation',
    title: 'Organisation',
    key: 'o',
    Component: Organisation,
  },
  {
    id: 'faults',
    title: 'Faults',
    key: 'f',
    Component: Faults,
  },
  {
    id: 'versions',
    title: 'Versions',
    key: 'v',
    Component: Versions,
  },
]
