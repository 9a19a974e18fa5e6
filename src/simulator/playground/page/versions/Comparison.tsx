import { useEffect } from 'preact/hooks'
import { choice, choose } from '../address.js'
import { Differences } from '../deliveries/DifferenceTab.js'
import { differences } from '../deliveries/differences.js'
import { deliveries, watchedDeliveries } from '../deliveries/live.js'
import { useAnswer } from '../inspector/asked.js'
import { quiet } from '../inspector/Detail.js'
import { organisation } from '../organisation.js'
import { control } from '../simulator.js'
import { chip } from '../ui/chip.js'
import { JsonTree } from '../ui/JsonTree.js'
import { Select } from '../ui/Select.js'

/** The notification of one message as servers of two levels would post it. */
export function Comparison({ one, other, levels }: { one: number; other: number; levels: readonly number[] }) {
  useEffect(watchedDeliveries.watch, [])
  watchedDeliveries.changes.value
  const bots = organisation.value.bots.filter(({ type }) => type === 'outgoing webhook')
  const delivered = deliveries.rows.all.slice(-50)
  const latest = delivered.at(-1)
  const message = choice('message').value || String(latest?.messageId ?? '')
  const bot = choice('bot').value || String(latest?.bot.user_id ?? bots[0]?.user_id ?? '')
  const isAsked = /^\d+$/.test(message) && bot !== ''
  const pair = useAnswer(`${one} ${other} ${message} ${bot}`, () =>
    Promise.all((isAsked ? [one, other] : []).map((level) => notificationAt(level, message, bot))),
  ).value
  return (
    <section class="comparison" aria-label="What would be posted">
      <h2>What would be posted</h2>
      <div class="in-a-row">
        <label>
          Message{' '}
          <input
            type="text"
            inputMode="numeric"
            list="delivered-messages"
            size={8}
            value={message}
            onChange={({ currentTarget }) => choose({ message: currentTarget.value.trim() })}
          />
        </label>
        <datalist id="delivered-messages">
          {delivered.map(({ id, messageId: number, bot: { full_name }, text }) => (
            <option key={id} value={number}>{`to ${full_name}: ${text}`}</option>
          ))}
        </datalist>
        <Select
          label="to"
          options={bots.map(({ user_id, full_name }) => [user_id, full_name])}
          chosen={bot}
          onChoose={(id) => choose({ bot: id })}
        />
        <Select
          label={`at level ${one}, and at`}
          options={[...new Set([...levels, other])].map((level) => [level, String(level)])}
          chosen={other}
          onChoose={(against) => choose({ against })}
        />
      </div>
      {message === '' && quiet('Nothing was delivered yet. Mention a bot, or give the ID of a message.')}
      {typeof pair === 'string' && <p class="problem">{pair}</p>}
      {typeof pair === 'object' && pair.length > 1 && <Sides one={pair[0]} other={pair[1]} levels={[one, other]} />}
    </section>
  )
}

async function notificationAt(level: number, message: string, bot: string): Promise<unknown> {
  const path = `/levels/${level}/notification?message=${message}&bot=${bot}`
  return (await control<{ notification: unknown }>('GET', path)).notification
}

function Sides(props: { one: unknown; other: unknown; levels: readonly [number, number] }) {
  const { one, other, levels } = props
  const found = differences(one, other)
  return (
    <>
      {found.length === 0 ? (
        <p>
          {chip('the same', 'good')} at levels {levels[0]} and {levels[1]}.
        </p>
      ) : (
        <>
          <p>
            Level {levels[0]} first, then {levels[1]}:
          </p>
          <Differences found={found} />
        </>
      )}
      <details>
        <summary>The whole of it at level {levels[0]}</summary>
        <JsonTree value={one} />
      </details>
    </>
  )
}
