import { render } from 'preact'
import { App } from './App.js'
import { connect, onEntries, tellOfReload } from './connection.js'
import { watchNotices } from './journalNotices.js'
import { messageOf, tell } from './notices.js'
import { askEarly, control, forgetEarly } from './simulator.js'

/** Sets the page up: what there is first, then what happens from there on, so that nothing falls between the two. */
async function start(root: HTMLElement): Promise<void> {
  // Without that answer everything is asked for by itself.
  await askEarly().catch(() => {})
  render(<App />, root)
  try {
    const { last } = await control<{ last: number }>('GET', '/journal?limit=1')
    // What happens from here on may change what came early.
    onEntries(forgetEarly)
    connect(last)
    await watchNotices()
    tellOfReload()
  } catch (error) {
    tell('problem', messageOf(error))
  }
  setTimeout(forgetEarly, 5_000)
}

const root = document.getElementById('app')
if (root) void start(root)
