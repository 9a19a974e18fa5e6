import type { FunctionComponent } from 'preact'
import { Chat } from './screens/Chat.js'
import { Loading, later } from './ui/later.js'

/** What the page can show beside the bar of time; each has a place in the navigation, and a key that leads there. */
export interface Screen {
  /** In the page's address. */
  readonly id: string
  readonly title: string
  /** Pressed after `g`. */
  readonly key: string
  readonly Component: FunctionComponent
}

/** The chat is there at once; the others are loaded when somebody goes there first. */
export const screens: readonly Screen[] = [
  { id: 'chat', title: 'Chat', key: 'c', Component: Chat },
  {
    id: 'deliveries',
    title: 'Deliveries',
    key: 'd',
    Component: later(async () => (await import('./screens/Deliveries.js')).Deliveries, Loading),
  },
  {
    id: 'calls',
    title: 'API calls',
    key: 'a',
    Component: later(async () => (await import('./calls/Calls.js')).Calls, Loading),
  },
  {
    id: 'organisation',
    title: 'Organisation',
    key: 'o',
    Component: later(async () => (await import('./screens/Organisation.js')).Organisation, Loading),
  },
  {
    id: 'faults',
    title: 'Faults',
    key: 'f',
    Component: later(async () => (await import('./screens/Faults.js')).Faults, Loading),
  },
  {
    id: 'versions',
    title: 'Versions',
    key: 'v',
    Component: later(async () => (await import('./screens/Versions.js')).Versions, Loading),
  },
]
