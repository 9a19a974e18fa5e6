import { render } from 'preact'
import { App } from './App.js'
import { connect } from './connection.js'
import { watchNotices } from './journalNotices.js'
import { messageOf, tell } from './notices.js'
import { watchOrganisation } from './organisation.js'
import { control } from './simulator.js'

/** Sets the page up: who there is first, then what happens from there on, so that nothing falls between the two. */
async function start(root: HTMLElement): Promise<void> {
  render(<App />, root)
  try {
    const { last } = await control<{ last: number }>('GET', '/journal?limit=1')
    await watchOrganisation()
    connect(last)
    await watchNotices()
  } catch (error) {
    tell('problem', messageOf(error))
  }
}

const root = document.getElementById('app')
if (root) void start(root)
