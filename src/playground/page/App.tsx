import { Ear, FlaskConical, Search } from 'lucide'
import { goTo, hashOf, place } from './address.js'
import { Bar } from './bar/Bar.js'
import { Finder, openFinder } from './finder/Finder.js'
import { organisation } from './organisation.js'
import { saveConversation } from './saving/saving.js'
import { screens } from './screens.js'
import { useShortcuts } from './shortcuts.js'
import { Button, ConnectionState, Icon, Notices, ShortcutSheet, shownKey } from './ui/index.js'

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
