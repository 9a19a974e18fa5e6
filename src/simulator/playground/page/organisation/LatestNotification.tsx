import { useSignal } from '@preact/signals'
import type { ListedBot } from '../../../organisation.js'
import { attempt } from '../notices.js'
import { callAs } from '../simulator.js'
import { JsonTree } from '../ui/JsonTree.js'

/** What the service last posted to a bot, as the bot itself is told when it asks. */
export function LatestNotification({ bot }: { bot: ListedBot }) {
  const told = useSignal<unknown>(undefined)
  const ask = () =>
    attempt(async () => {
      told.value = await callAs(bot, 'POST', '/svc-outgoing-webhook')
    })
  return (
    <>
      <button type="button" onClick={() => void ask()}>
        Ask as {bot.full_name}
      </button>
      {told.value !== undefined && <JsonTree value={told.value} />}
    </>
  )
}
