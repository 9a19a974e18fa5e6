import {
  Building2,
  Ear,
  FlaskConical,
  type IconNode,
  MessageSquare,
  Search,
  SquareTerminal,
  Webhook,
  Zap,
} from 'lucide'
import type { FunctionComponent } from 'preact'
import { goTo, hashOf, place } from './address.js'
import { Bar } from './bar/Bar.js'
import { Calls } from './calls/Calls.js'
import { connection } from './connection.js'
import { Finder, openFinder } from './finder/Finder.js'
import { organisation } from './organisation.js'
import { saveConversation } from './saving/saving.js'
import { Chat } from './screens/Chat.js'
import { Deliveries } from './screens/Deliveries.js'
import { Faults } from './screens/Faults.js'
import { Organisation } from './screens/Organisation.js'
import { useShortcuts } from './shortcuts.js'
import { Button, Icon, Notices, ShortcutSheet, shownKey } from './ui/index.js'

/** The screens. `id` is part of the page's address. */
const screens: readonly {
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

/** Commands without a key, found by name in the finder. */
const commands = [
  { title: 'Save the conversation as a test', group: 'Commands', icon: FlaskConical, run: saveConversation },
]

const goToKeys = screens.map(({ id, title, icon }) => ({
  ...{ key: `g ${id === 'calls' ? 'a' : id[0]}`, says: title, group: 'Go to', icon },
  run: () => goTo(id),
}))

/** The whole page: navigation and the current screen. */
export function App() {
  const screen = screens.find(({ id }) => id === place.value.screen) ?? screens[0]
  useShortcuts(goToKeys)
  if (screen === undefined) return null
  return (
    <>
      <Button says="Skip to the contents" class="skip" onPress={() => document.getElementById('main')?.focus()} />
      <header class="top">
        <a class="brand" href="#/chat">
          <Icon of={Ear} />
          Earshot
        </a>
        <span class="organisation small quiet-text">{organisation.value.name}</span>
        <nav aria-label="Screens" class="screens">
          {screens.map(({ id, title, icon }) => (
            <a key={id} href={hashOf(id)} title={title} aria-current={id === screen.id ? 'page' : undefined}>
              <Icon of={icon} />
              <span>{title}</span>
            </a>
          ))}
        </nav>
        <ConnectionState />
        <Button
          icon={Search}
          says={<span>Find …</span>}
          class="find"
          shortcut={shownKey('mod+k')}
          onPress={openFinder}
        />
      </header>
      <Notices />
      <main id="main" tabIndex={-1}>
        <h1 class="unseen">{screen.title}</h1>
        <screen.Component />
      </main>
      <Bar />
      <Finder commands={commands} />
      <ShortcutSheet />
    </>
  )
}

/** Shows whether the page is up to date. */
function ConnectionState() {
  const [tone, says] = looks[connection.value]
  return (
    <span class="connection in-a-row small quiet-text" role="status" title={says}>
      <span class={`dot ${tone}`} />
      <span>{says}</span>
    </span>
  )
}

const looks = {
  connecting: ['warn', 'connecting …'],
  live: ['good', 'connected'],
  lost: ['bad', 'connection lost, trying again …'],
} as const
