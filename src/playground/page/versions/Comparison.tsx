import { useEffect } from 'preact/hooks'
import { choice, choose } from '../address.js'
import { DifferenceList } from '../deliveries/DifferenceList.js'
import { deliveries, watchedDeliveries } from '../deliveries/live.js'
import { useAnswer } from '../inspector/requests.js'
import { organisation } from '../organisation.js'
import { control } from '../simulator.js'
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
      {message === '' && <p class="quiet-text">Mention a bot, or give the ID of a message.</p>}
      {isAsked && <Compared one={one} other={other} about={new URLSearchParams({ message, bot }).toString()} />}
    </section>
  )
}

function Compared({ one, other, about }: { one: number; other: number; about: string }) {
  const posted = async (level: number) => {
    const path = `/levels/${level}/notification?${about}`
    return (await control<{ notification: unknown }>('GET', path)).notification
  }
  const both = useAnswer(`${one} ${other} ${about}`, () => Promise.all([posted(one), posted(other)])).value
  if (typeof both !== 'object') return <p class="quiet-text">{both ?? 'Loading …'}</p>
  return (
    <>
      <p>
        Level {one} first, then {other}:
      </p>
      <DifferenceList before={both[0]} after={both[1]} />
      <details>
        <summary>The whole of it at level {one}</summary>
        <JsonTree value={both[0]} />
      </details>
    </>
  )
}
