import { Act, Inspected } from '../inspector/Inspected.js'
import { useShortcuts } from '../shortcuts.js'
import { copyFrom } from '../takeAway.js'
import { calls } from './live.js'

/** One call from all sides. */
export function CallDetail({ number }: { number: number }) {
  const row = calls.rows.find(number)
  const copyCurl = (key = '') => copyFrom('The command', `/calls/${number}/curl${key}`)
  const copyClient = () => copyFrom('The program', `/calls/${number}/client`)
  useShortcuts(
    [
      { key: 'y', says: 'Copy the call as curl', group: 'Calls', run: () => copyCurl() },
      { key: 'p', says: 'Copy the call as a program', group: 'Calls', run: copyClient },
    ],
    [number],
  )
  return (
    <Inspected
      view="call"
      label="Call"
      id={number}
      // Anew once it is answered.
      revision={row?.status}
      actions={
        <>
          <span class="small quiet-text">Copy as</span>
          <Act name="curl" shortcut="y" run={() => copyCurl()} />
          <Act name="curl with key" run={() => copyCurl('?key=shown')} />
          {row?.endpoint !== '' && <Act name="TypeScript" shortcut="p" run={copyClient} />}
        </>
      }
    />
  )
}
