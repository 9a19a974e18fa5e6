import { goTo, hashOf, place } from './address.js'
import { Bar } from './bar/Bar.js'
import { Finder, openFinder } from './finder/Finder.js'
import { organisation } from './organisation.js'
import { saveConversation } from './saving/saving.js'
import { screens } from './screens.js'
import { ConnectionChip } from './ui/ConnectionChip.js'
import { Notices } from './ui/Notices.js'
import { ShortcutSheet, shownKey } from './ui/ShortcutSheet.js'

/** Commands without a key, found by name in the finder. */
const commands = [
  ...screens.map(({ id, title }) => ({ title, group: 'Go to', run: () => goTo(id) })),
  { title: 'Save the conversation as a test', group: 'Chat', run: saveConversation },
]

/** The whole page: navigation and the current screen. */
export function App() {
  const screen = screens.find(({ id }) => id === place.value.screen) ?? screens[0]
  if (screen === undefined) return null
  return (
    <>
      <button type="button" class="skip" onClick={() => document.getElementById('main')?.focus()}>
        Skip to the contents
      </button>
      <header class="top">
        <a class="brand" href="#/chat">
          Earshot
        </a>
        <span class="organisation quiet-text">{organisation.value.name}</span>
        <nav aria-label="Screens" class="in-a-row">
          {screens.map(({ id, title }) => (
            <a key={id} href={hashOf(id)} aria-current={id === screen.id ? 'page' : undefined}>
              {title}
            </a>
          ))}
        </nav>
        <ConnectionChip />
        <button type="button" class="quiet" onClick={openFinder}>
          Find … <kbd>{shownKey('mod+k')}</kbd>
        </button>
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
