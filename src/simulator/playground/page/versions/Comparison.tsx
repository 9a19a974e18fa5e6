import { useEffect } from 'preact/hooks'
import { choice, choose } from '../address.js'
import { deliveries, watchedDeliveries } from '../deliveries/live.js'
import { organisation } from '../organisation.js'
import { Select } from '../ui/Select.js'
import { View } from '../views/View.js'

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
      {isAsked && <View view="comparison" id={message} query={`one=${one}&other=${other}&bot=${bot}`} />}
    </section>
  )
}
