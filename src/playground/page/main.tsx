import { render } from 'preact'
import { errorMessage } from '../../values.js'
import { App } from './App.js'
import { connect, onEntries, tellOfReload } from './connection.js'
import { watchNotices } from './journalNotices.js'
import { tell } from './notices.js'
import { askEarly, control, forgetEarly } from './simulator.js'

/** Starts the page: reads the state first, then follows the journal from that point, so that nothing is missed. */
async function start(root: HTMLElement): Promise<void> {
  // Without that answer, everything is requested separately.
  await askEarly().catch(() => {})
  root.replaceChildren()
  render(<App />, root)
  try {
    const { last } = await control<{ last: number }>('GET', '/journal?limit=1')
    // From here on, events can change the early answers.
    onEntries(forgetEarly)
    connect(last)
    await watchNotices()
    tellOfReload()
  } catch (error) {
    tell('problem', errorMessage(error))
  }
  setTimeout(forgetEarly, 5_000)
}

const root = document.getElementById('app')
if (root) void start(root)
